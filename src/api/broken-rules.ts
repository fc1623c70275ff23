import {type RuleKey, rules} from './rules.ts';

type BrokenRule = {
  readonly when: string;
  /** What then stands under the rule, for one limit or another. */
  readonly says: string;
};

/** Every rule that a request can break. */
export const brokenRules: Readonly<Record<RuleKey, BrokenRule>> = {
  PageOutOfRange: {
    when: '`page` is below 1, or past the last page of a list that is not empty.',
    says: rules.PageOutOfRange(7),
  },
  PageSizeOutOfRange: {
    when: "`pageSize` is below 1 or above the endpoint's maximum: 20 on the vehicle search, 50 on every other list.",
    says: rules.PageSizeOutOfRange(20),
  },
  SortByInvalid: {when: '`sortBy` is none of the values listed.', says: rules.SortByInvalid()},
  SearchTooDeep: {
    when: '`page` × `pageSize` is above 10,000 on the vehicle search.',
    says: rules.SearchTooDeep(),
  },
  RegistrationNumberInvalid: {
    when: 'A plate is not 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å once spaces and hyphens are removed.',
    says: rules.RegistrationNumberInvalid(),
  },
  Plates: {
    when: 'The body of a batch is not a JSON object with `plates`, an array of 1 to 500 strings. The sentence says which of that does not hold.',
    says: rules.Plates('count'),
  },
};
