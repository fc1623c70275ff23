import {maxNamesakes} from '#core/domain/filter-faults.ts';
import {maxPlates, minPlatePrefix, minVinPrefix} from '#core/domain/identifiers.ts';
import {didYouMean} from '#core/domain/nearest.ts';
import {maxResultWindow} from '#core/domain/pagination.ts';
import {maxFilterIds} from '#core/domain/vehicle-filters.ts';
import {maxFigures} from '#core/domain/vehicle-statistics.ts';
import {hint, hintOfFew, quoted} from './hints.ts';
import {groupByFault, metricFault} from './statistics-faults.ts';

/** The first item of a list that is none of the words. */
const strangeIn = (text: string, words: readonly string[]): string =>
  text.split(',').find(item => !words.includes(item)) ?? '';

const batchMessages = {
  notJson: 'The body must be JSON in UTF-8.',
  notObject: 'The body must be a JSON object.',
  missing: 'The body must have a member plates.',
  notArray: 'plates must be an array.',
  count: `plates must have 1 to ${maxPlates} entries.`,
} as const;

const withHint = (fact: string, sent: string, known: readonly string[]): string =>
  [fact, didYouMean(sent, known)].filter(Boolean).join(' ');

/** The validation rules: the key in `errors` and its message. */
export const rules = {
  PageOutOfRange: (lastPage?: number) =>
    lastPage === undefined
      ? 'Page must be at least 1.'
      : `Page must be at least 1 and at most ${lastPage}, the last page.`,
  PageSizeOutOfRange: (maximum: number) => `Page size must be at least 1 and at most ${maximum}.`,
  SortByInvalid: (values: readonly string[], text: string) =>
    `There is no order ${quoted(text)}. ${hintOfFew(text, values)}`,
  SearchTooDeep: () =>
    `Page times page size must be at most ${maxResultWindow.toLocaleString('en')}. Narrow the search.`,
  RegistrationNumberInvalid: () =>
    'Registration number must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens.',
  RegistrationNumberPrefixInvalid: () =>
    `The beginning of a registration number must be ${minPlatePrefix} to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens.`,
  VinPrefixTooShort: () => `The beginning of a VIN must have at least ${minVinPrefix} characters.`,
  RegistrationStatusInvalid: () => 'Registration status must be Registered or NotRegistered.',
  ExpandInvalid: (names: readonly string[], text: string) => {
    const strange = strangeIn(text, names);
    return `There is no record ${quoted(strange)}. ${hintOfFew(strange, names)}`;
  },
  FieldsInvalid: (names: readonly string[], text: string) => {
    const strange = strangeIn(text, names);
    return `There is no member ${quoted(strange)}. ${hint(strange, names, 'getVehicle')}`;
  },
  GroupByInvalid: groupByFault,
  MetricInvalid: metricFault,
  StatisticsTooBroad: (tooMany: 'groups' | 'metrics' | number) => {
    if (typeof tooMany === 'number') {
      const [figures, most] = [tooMany, maxFigures].map(each => each.toLocaleString('en'));
      return `The answer would have ${figures} figures, and at most ${most} are answered: each group has its values, its count, its share and its metrics. Ask for fewer metrics, group by less, take greater steps, or add a filter.`;
    }
    return tooMany === 'groups'
      ? 'There would be more than 60,000 groups. Add a filter, such as kindId or makeId, group by less, or take greater steps.'
      : 'There would be too many metrics. Ask for fewer of them, percentiles above all, group by less, or add a filter.';
  },
  WordUnknown: (filter: string, sent: string, known: readonly string[], isListed = false) =>
    isListed
      ? `${filter} must be one of ${known.join(', ')}.`
      : withHint(`No vehicle has the ${filter} ${quoted(sent)}.`, sent, known),
  NameUnknown: (list: string, sent: string, known: readonly string[]) =>
    withHint(`No ${list} is named ${quoted(sent)}.`, sent, known),
  NameTooCommon: (list: string, sent: string) =>
    `More than ${maxNamesakes.toLocaleString('en')} ${list}s are named ${quoted(sent)}. Add make or model.`,
  IdUnknown: (filter: string, sent: string) => `Nothing has the ${filter} ${sent}.`,
  RangeEmpty: (from: string, to: string) => `${from} must not be greater than ${to}.`,
  TooManyIds: () => `A list of ids must have at most ${maxFilterIds}.`,
  /** A number is the index of an invalid entry, from 0. */
  Plates: (broken: keyof typeof batchMessages | number) =>
    typeof broken === 'number' ? `plates[${broken}] must be a string.` : batchMessages[broken],
} as const;

export type RuleKey = keyof typeof rules;

type Limits<Rule extends RuleKey> = Parameters<(typeof rules)[Rule]>;

/** The issue of a broken rule: `z.int().refine(isInRange, breaks('PageSizeOutOfRange', 20))`. */
export const breaks = <Rule extends RuleKey>(rule: Rule, ...limits: Limits<Rule>) => {
  const message = rules[rule] as (...limits: Limits<Rule>) => string;
  return {error: message(...limits), params: {rule}};
};

type Start<All extends readonly unknown[]> = All extends readonly [...infer First, string]
  ? First
  : never;

/** The same for a rule whose message quotes the text that breaks it. */
export const breaksBy =
  <Rule extends RuleKey>(rule: Rule, ...limits: Start<Limits<Rule>>) =>
  (text: string) =>
    breaks(rule, ...([...limits, text] as unknown as Limits<Rule>));
