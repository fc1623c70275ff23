import {maxPlates} from '#core/domain/identifiers.ts';
import {maxResultWindow} from '#core/domain/pagination.ts';
import {vehicleSortByValues} from '#core/domain/vehicle-search.ts';

/** What a body of plates can break, from the outside in. */
const brokenPlates = {
  notJson: 'The body must be JSON in UTF-8.',
  notObject: 'The body must be a JSON object.',
  missing: 'The body must have a member plates.',
  notArray: 'plates must be an array.',
  count: `plates must have 1 to ${maxPlates} entries.`,
} as const;

/** The validation rules: the key a client finds in `errors`, and the sentence under it. */
export const rules = {
  PageOutOfRange: (lastPage?: number) =>
    lastPage === undefined
      ? 'Page must be at least 1.'
      : `Page must be at least 1 and at most ${lastPage}, the last page.`,
  PageSizeOutOfRange: (maximum: number) => `Page size must be at least 1 and at most ${maximum}.`,
  SortByInvalid: () => `Sort order must be one of ${vehicleSortByValues.join(', ')}.`,
  SearchTooDeep: () =>
    `Page times page size must be at most ${maxResultWindow.toLocaleString('en')}. Narrow the search.`,
  RegistrationNumberInvalid: () =>
    'Registration number must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens.',
  /** A number is the place of the entry that is wrong, from 0 as in JavaScript. */
  Plates: (broken: keyof typeof brokenPlates | number) =>
    typeof broken === 'number' ? `plates[${broken}] must be a string.` : brokenPlates[broken],
} as const;

export type RuleKey = keyof typeof rules;

type About<Rule extends RuleKey> = Parameters<(typeof rules)[Rule]>;

/** What a check reports of a value: `z.int().refine(fits, breaks('PageSizeOutOfRange', 20))`. */
export const breaks = <Rule extends RuleKey>(rule: Rule, ...about: About<Rule>) => {
  const sentence = rules[rule] as (...about: About<Rule>) => string;
  return {error: sentence(...about), params: {rule}};
};
