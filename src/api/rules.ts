import {maxPlates, minPlatePrefix, minVinPrefix} from '#core/domain/identifiers.ts';
import {maxResultWindow} from '#core/domain/pagination.ts';
import {maxFilterIds} from '#core/domain/vehicle-filters.ts';
import {
  figures,
  groupNames,
  maxFigures,
  maxMetrics,
  numberNames,
} from '#core/domain/vehicle-statistics.ts';

const batchMessages = {
  notJson: 'The body must be JSON in UTF-8.',
  notObject: 'The body must be a JSON object.',
  missing: 'The body must have a member plates.',
  notArray: 'plates must be an array.',
  count: `plates must have 1 to ${maxPlates} entries.`,
} as const;

/** The validation rules: the key in `errors` and its message. */
export const rules = {
  PageOutOfRange: (lastPage?: number) =>
    lastPage === undefined
      ? 'Page must be at least 1.'
      : `Page must be at least 1 and at most ${lastPage}, the last page.`,
  PageSizeOutOfRange: (maximum: number) => `Page size must be at least 1 and at most ${maximum}.`,
  SortByInvalid: (values: readonly string[]) => `Sort order must be one of ${values.join(', ')}.`,
  SearchTooDeep: () =>
    `Page times page size must be at most ${maxResultWindow.toLocaleString('en')}. Narrow the search.`,
  RegistrationNumberInvalid: () =>
    'Registration number must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens.',
  RegistrationNumberPrefixInvalid: () =>
    `The beginning of a registration number must be ${minPlatePrefix} to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens.`,
  VinPrefixTooShort: () => `The beginning of a VIN must have at least ${minVinPrefix} characters.`,
  RegistrationStatusInvalid: () => 'Registration status must be Registered or NotRegistered.',
  ExpandInvalid: () =>
    'Records to expand are technicalDetails, environmentalInformation, engine and inspection, separated by commas.',
  FieldsInvalid: () =>
    'Fields are members of a vehicle, its records, or members of a record, such as engine.maxPowerKw, separated by commas.',
  GroupByInvalid: () =>
    `Vehicles are grouped by one or two of ${groupNames.join(', ')}. A number can have a step, such as maxPowerKw:50, which must be at least a 50,000th of its range.`,
  MetricInvalid: () =>
    `Metrics are at most ${maxMetrics}: count, or ${figures.join(', ')} or p1 to p99 of a number, such as avg:maxPowerKw. Numbers are ${numberNames.join(', ')}.`,
  StatisticsTooBroad: (tooMany: 'groups' | 'metrics' | number) => {
    if (typeof tooMany === 'number') {
      const [figures, most] = [tooMany, maxFigures].map(each => each.toLocaleString('en'));
      return `The answer would have ${figures} figures, and at most ${most} are answered: each group has its values, its count, its share and its metrics. Ask for fewer metrics, group by less, take greater steps, or add a filter.`;
    }
    return tooMany === 'groups'
      ? 'There would be more than 60,000 groups. Add a filter, such as kindId or makeId, group by less, or take greater steps.'
      : 'There would be too many metrics. Ask for fewer of them, percentiles above all, group by less, or add a filter.';
  },
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
