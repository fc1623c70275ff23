import {maxPlates, minPlatePrefix, minVinPrefix} from '#core/domain/identifiers.ts';
import {didYouMean} from '#core/domain/nearest.ts';
import {maxPageSize, maxResultWindow, maxSearchPageSize} from '#core/domain/pagination.ts';
import {maxChangedVehicles, maxChanges} from '#core/domain/release-changes.ts';
import {changeKindNames} from '#core/domain/vehicle-changes.ts';
import {
  type FilterFault,
  maxFilterIds,
  maxNamesakes,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';
import {vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {
  figures,
  groupNames,
  isNumberName,
  leastStep,
  maxFigures,
  maxMetrics,
  mostStep,
  numberNames,
  toFigure,
  toGrouping,
  toMetric,
} from '#core/domain/vehicle-statistics.ts';
import {hint, hintOfFew, quoted} from './hints.ts';
import {fieldNames, recordNames} from './vehicles/vehicle-records.ts';

/** The message for the item of a list that is none of the words. */
const noSuch =
  (what: string, words: readonly string[], hintAt = hintOfFew) =>
  (text: string): string => {
    const strange = text.split(',').find(item => !words.includes(item)) ?? '';
    return `There is no ${what} ${quoted(strange)}. ${hintAt(strange, words)}`;
  };

const batchMessages = {
  notJson: 'The body must be JSON in UTF-8.',
  notObject: 'The body must be a JSON object.',
  missing: 'The body must have a member plates.',
  notArray: 'plates must be an array.',
  count: `plates must have 1 to ${maxPlates} entries.`,
} as const;

const withHint = (fact: string, sent: string, known: readonly string[]): string =>
  [fact, didYouMean(sent, known)].filter(Boolean).join(' ');

const groupByFault = (text: string): string => {
  const items = text.split(',');
  if (items.length > 2) return `There must be at most 2 groupings, not ${items.length}.`;
  const wrong = items.find(item => toGrouping(item) === undefined) ?? '';
  const [name = '', step] = wrong.split(':');
  if (!groupNames.includes(name)) {
    return `There is no grouping ${quoted(name)}. ${hint(name, groupNames, 'getStatistics')}`;
  }
  if (!isNumberName(name)) return `Only numbers have steps; ${name} is not a number.`;
  const needs = step === undefined ? `${name} needs a step:` : `The step of ${name} must be`;
  return `${needs} a whole number from ${leastStep(name)} to ${mostStep.toLocaleString('en')}, such as ${name}:100.`;
};

const metricFault = (text: string): string => {
  const items = text.split(',');
  if (items.length > maxMetrics) {
    return `There must be at most ${maxMetrics} metrics, not ${items.length}.`;
  }
  const wrong = items.find(item => item !== 'count' && toMetric(item) === undefined) ?? '';
  const [figure = '', name = '', ...rest] = wrong.split(':');
  if (figure === 'count') return 'count takes no number.';
  if (toFigure(figure) === undefined) {
    return `There is no metric ${quoted(figure)}. Use count, or ${figures.join(', ')} or p1 to p99 of a number.`;
  }
  if (name === '' || rest.length > 0)
    return `${figure} needs a number, such as ${figure}:maxPowerKw.`;
  return `There is no number ${quoted(name)}. ${hint(name, numberNames, 'getStatistics')}`;
};

/** The fault of a filter, as the message of its rule says it. */
type Fault = Omit<FilterFault, 'rule'>;

/** Where the entry was looked for, because it may exist under other parents. */
const underParents = ({filter, hasParents}: Fault): string => {
  if (!hasParents) return '';
  return ` under the given ${filter.startsWith('model') ? 'make' : 'make or model'}`;
};

/**
 * A rule: its message, when it is broken, in Markdown, and an example of the message. A rule that only the data can
 * show to be broken names a parameter of the endpoints that have it.
 */
const rule = <Limits extends readonly unknown[]>(
  message: (...limits: Limits) => string,
  when: string,
  example: NoInfer<Limits>,
  brokenByDataOf?: string,
) => Object.assign(message, {when, example: message(...example), brokenByDataOf});

/** The validation rules: the key in `errors` and its message. */
export const rules = {
  PageOutOfRange: rule(
    (lastPage?: number) =>
      lastPage === undefined
        ? 'Page must be at least 1.'
        : `Page must be at least 1 and at most ${lastPage}, the last page.`,
    '`page` is below 1, or past the last page of a non-empty list.',
    [7],
  ),
  PageSizeOutOfRange: rule(
    (maximum: number) => `Page size must be at least 1 and at most ${maximum}.`,
    `\`pageSize\` is below 1 or above the endpoint's maximum: ${maxSearchPageSize} on the vehicle search, ${maxChanges} on changes, ${maxPageSize} on every other list.`,
    [maxSearchPageSize],
  ),
  SortByInvalid: rule(
    (values: readonly string[], text: string) =>
      `There is no sort order ${quoted(text)}. ${hintOfFew(text, values)}`,
    '`sortBy` is not one of the listed values.',
    [vehicleSortByValues, 'registered'],
  ),
  SearchTooDeep: rule(
    () =>
      `Page times page size must be at most ${maxResultWindow.toLocaleString('en')}. Narrow the search.`,
    `\`page\` × \`pageSize\` is above ${maxResultWindow.toLocaleString('en')} on the vehicle search.`,
    [],
  ),
  RegistrationNumberInvalid: rule(
    () =>
      'Registration number must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å, not counting spaces and hyphens.',
    'Without its spaces and hyphens, a plate is not 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    [],
  ),
  RegistrationNumberPrefixInvalid: rule(
    () =>
      `The beginning of a registration number must be ${minPlatePrefix} to 10 characters of A-Z, 0-9, Æ, Ø and Å, not counting spaces and hyphens.`,
    'Without its spaces and hyphens, `registrationNumberPrefix` is not 2 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    [],
  ),
  VinPrefixTooShort: rule(
    () => `The beginning of a VIN must have at least ${minVinPrefix} characters.`,
    '`vinPrefix` has fewer than 3 characters.',
    [],
  ),
  RegistrationStatusInvalid: rule(
    () => 'Registration status must be Registered or NotRegistered.',
    '`registrationStatus` is neither `Registered` nor `NotRegistered`.',
    [],
  ),
  ExpandInvalid: rule(
    noSuch('record', recordNames),
    '`expand` names something other than the four records of a vehicle.',
    ['motor'],
  ),
  FieldsInvalid: rule(
    noSuch('member', fieldNames, (word, words) => hint(word, words, 'getVehicle')),
    '`fields` is empty, or names an unknown member.',
    ['power'],
  ),
  GroupByInvalid: rule(
    groupByFault,
    '`groupBy` has more than two groupings, an unlisted one, or a wrong step.',
    ['colour'],
  ),
  MetricInvalid: rule(
    metricFault,
    `\`metric\` has more than ${maxMetrics} metrics, or an unlisted one.`,
    ['median:maxPowerKw'],
  ),
  StatisticsTooBroad: rule(
    (tooMany: 'groups' | 'metrics' | number) => {
      if (typeof tooMany === 'number') {
        const [asked, most] = [tooMany, maxFigures].map(each => each.toLocaleString('en'));
        return `The response would have ${asked} figures; the maximum is ${most}. Each value, count, share and metric of a group is a figure. Ask for fewer metrics, group by less, use larger steps, or add a filter.`;
      }
      return tooMany === 'groups'
        ? 'There would be more than 60,000 groups. Add a filter, such as kindId or makeId, group by less, or use larger steps.'
        : 'There would be too many metrics. Ask for fewer, especially percentiles, group by less, or add a filter.';
    },
    'A statistic would have too many groups, metrics or figures. The message says what to narrow.',
    ['groups'],
    'groupBy',
  ),
  WordUnknown: rule(
    ({filter, sent, known}: Fault) =>
      'words' in vehicleFilters[filter]
        ? `${filter} must be one of ${known.join(', ')}.`
        : withHint(`No vehicle has the ${filter} ${quoted(sent)}.`, sent, known),
    'A filter has a word that is not listed and that no vehicle has. The message lists all words, or the nearest ones.',
    [{filter: 'bodyType', sent: 'Hatchbak', known: ['Hatchback']}],
    'make',
  ),
  NameUnknown: rule(
    (fault: Fault) => {
      const {filter, sent, known} = fault;
      return withHint(`No ${filter} is named ${quoted(sent)}${underParents(fault)}.`, sent, known);
    },
    'No entry of the list, under the given make and model if any, has the name in a filter. The message lists the nearest names.',
    [{filter: 'make', sent: 'hundai', known: ['HYUNDAI']}],
    'make',
  ),
  NameTooCommon: rule(
    ({filter, sent}: Fault) =>
      `More than ${maxNamesakes.toLocaleString('en')} ${filter}s are named ${quoted(sent)}. Add make or model.`,
    `More than ${maxNamesakes.toLocaleString('en')} models or variants have the name.`,
    [{filter: 'variant', sent: 'uoplyst', known: []}],
    'make',
  ),
  IdUnknown: rule(
    (fault: Fault) => `Unknown ${fault.filter}${underParents(fault)}: ${fault.sent}.`,
    'With `Prefer: handling=strict`: no entry of the list, under the given make and model if any, has the id in a filter.',
    [{filter: 'makeId', sent: '1', known: []}],
    'make',
  ),
  RangeEmpty: rule(
    ({filter, known}: Fault) => `${filter} must not be greater than ${known.join()}.`,
    'With `Prefer: handling=strict`: the lower bound is greater than the upper one.',
    [{filter: 'fromModelYear', sent: '2020', known: ['toModelYear']}],
    'make',
  ),
  TooManyIds: rule(
    () => `A list must have at most ${maxFilterIds} ids.`,
    `A list, such as \`makeIds\`, has more than ${maxFilterIds} ids.`,
    [],
  ),
  TooManyVehicles: rule(
    () => `A list must have at most ${maxChangedVehicles} plates or vehicle ids.`,
    `\`plates\` or \`vehicleIds\` has more than ${maxChangedVehicles} entries.`,
    [],
  ),
  ChangeKindInvalid: rule(
    noSuch('kind of change', changeKindNames),
    '`kinds` is empty, or names an unknown kind of change.',
    ['Sold'],
  ),
  SinceAhead: rule(
    (newest?: number) =>
      newest === undefined
        ? 'since must be at least 0.'
        : `since must be at most ${newest}, the serial of the live release.`,
    '`since` is below 0, or above the serial of the live release.',
    [12],
    'since',
  ),
  PlatesNotKept: rule(
    (platesSince: number) =>
      `Changes up to serial ${platesSince} are kept without plates. Use vehicleIds, or a since of at least ${platesSince}.`,
    'A plate is given, in `plates` or as a filter, but changes after `since` are kept without plates.',
    [12],
    'since',
  ),
  /** A number is the index of an invalid entry, from 0. */
  Plates: rule(
    (broken: keyof typeof batchMessages | number) =>
      typeof broken === 'number' ? `plates[${broken}] must be a string.` : batchMessages[broken],
    `The body of a batch is not a JSON object with \`plates\`, an array of 1 to ${maxPlates} strings. The message says what is wrong.`,
    ['count'],
  ),
} as const;

export type RuleKey = keyof typeof rules;

type Limits<Rule extends RuleKey> = Parameters<(typeof rules)[Rule]>;

/** The issue of a broken rule: `z.int().refine(isInRange, breaks('PageSizeOutOfRange', 20))`. */
export const breaks = <Rule extends RuleKey>(rule: Rule, ...limits: Limits<Rule>) => {
  const message = rules[rule] as (...limits: Limits<Rule>) => string;
  return {error: message(...limits), params: {rule}};
};
