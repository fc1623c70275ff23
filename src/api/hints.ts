import {toPlate} from '#core/domain/identifiers.ts';
import {didYouMean} from '#core/domain/nearest.ts';

// The hints that problems give for a wrong word. That word is only in the answer, never in a log.

const mostQuoted = 40;

/** A word as it was sent, in quotes unless it looks like a name. */
export const quoted = (word: string): string =>
  /^[\p{L}\p{N}_.-]{1,40}$/u.test(word) ? word : JSON.stringify(word.slice(0, mostQuoted));

/** The words that were probably meant, or else where in the reference they are. */
export const hint = (word: string, words: readonly string[], operationId: string): string =>
  didYouMean(word, words) ?? `/docs/${operationId} lists the valid ones.`;

/** The same where there are so few that they can be named. */
export const hintOfFew = (word: string, words: readonly string[]): string =>
  didYouMean(word, words) ?? `Use one of ${words.join(', ')}.`;

/** Maximum number of hints: each takes a comparison with all names. */
const mostHints = 3;

/** Names parameters that an operation does not have. */
export const unknownParameters = (
  operationId: string,
  unknown: readonly string[],
  known: readonly string[],
): string => {
  const sentences = unknown
    .slice(0, mostHints)
    .map(
      name =>
        `Unknown parameter ${quoted(name)}. ${known.length === 0 ? 'This operation has none.' : hint(name, known, operationId)}`,
    );
  const more = unknown.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`${more} more are unknown.`] : [])].join(' ');
};

/** No name of the register's lists that a person types is longer. */
const maxName = 40;

/** For a text that is not an id but may be a name: where the list of this path finds the id. */
export const nameHint = (list: string, text: string): string =>
  /\p{L}/u.test(text) && text.length <= maxName
    ? `. Find the id with ${list}?q=${encodeURIComponent(text)}`
    : '';

const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/i;

/** For a text that is not the id of a vehicle but may be its plate or VIN: where to look that up. */
export const vehicleHint = (text: string): string => {
  const byVin = '. Find a vehicle by its VIN with /v1/vehicles/vin/';
  const byPlate = '. Find a vehicle by its plate with /v1/vehicles/plate/';
  // The paths of lookups without a value.
  if (text === 'vin') return `${byVin}{vin}`;
  if (text === 'plate') return `${byPlate}{plate}`;
  if (vinShape.test(text)) return `${byVin}${text}`;
  const plate = toPlate(text);
  return plate === undefined ? '' : `${byPlate}${encodeURIComponent(plate)}`;
};
