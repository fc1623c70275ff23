import type {ReferenceList} from '#mappings/reference-document.ts';
import type {Filter} from './filter.ts';
import {days, inspectionDue, numbers, type Scale} from './vehicle-attributes.ts';
import {
  type Filtered,
  type FilterName,
  type FilterType,
  filterNames,
  flagValues,
  registrationStatuses,
  vehicleFilters,
} from './vehicle-filters.ts';

/** How vehicles are grouped: each has at most one value, so that it counts in one group. */
export type Grouping =
  | {readonly by: 'entry'; readonly member: string; readonly list: ReferenceList}
  | {readonly by: 'word'; readonly member: string}
  | {
      readonly by: 'flag';
      readonly filter: FilterName;
      /** The values that the filter takes, the true one first; and their names. */
      readonly values: readonly [string, string];
      readonly names: readonly [string, string];
    }
  | {
      readonly by: 'year' | 'month';
      readonly member: string;
      /** Whether the member is a time, of which the day in Denmark counts. */
      readonly isInstant: boolean;
    }
  | {
      readonly by: 'step';
      readonly member: string;
      readonly step: number;
      readonly isWhole: boolean;
    };

const date = (name: string, {member, isInstant = false}: Scale) =>
  ({
    [`${name}Year`]: {by: 'year', member, isInstant},
    [`${name}Month`]: {by: 'month', member, isInstant},
  }) as const;

/** The types of the filters that vehicles are grouped by, in the order in which their groupings are listed. */
const groupedTypes: readonly FilterType[] = ['name', 'id', 'word', 'registrationStatus', 'flag'];

/** The grouping by the member of a filter, under its name; none if vehicles are not grouped by it. */
const groupingOf = (name: FilterName): readonly (readonly [string, Grouping])[] => {
  const {type, member, list, isGrouped}: Filter = vehicleFilters[name];
  if (!isGrouped) return [];
  if (list) return [[name.replace(/Id$/, ''), {by: 'entry', member, list}]];
  if (isGrouped === true) return [[name, {by: 'word', member}]];
  const values = type === 'flag' ? flagValues : registrationStatuses;
  return [[name, {by: 'flag', filter: name, values, names: isGrouped}]];
};

/** The groupings without a step, by their names. */
const groupings: Readonly<Record<string, Grouping>> = {
  ...Object.fromEntries(
    groupedTypes
      .flatMap(type => filterNames.filter(name => vehicleFilters[name].type === type))
      .flatMap(groupingOf),
  ),
  ...date('firstRegistered', days.firstRegisteredOn),
  ...date('registrationStatus', days.registrationStatusDate),
  ...date('inspection', days.inspectionDate),
  ...date('inspectionDue', inspectionDue),
};

export type NumberName = keyof typeof numbers;

export const numberNames = Object.keys(numbers) as readonly NumberName[];

/** The names that vehicles are grouped by; those of numbers can have a step: `maxPowerKw:50`. */
export const groupNames: readonly string[] = [...Object.keys(groupings), ...numberNames];

/** Maximum number of steps from 0 to the greatest value. */
const mostSteps = 50_000;

export const isNumberName = (name: string): name is NumberName => Object.hasOwn(numbers, name);

/** The least step of a number, so that its steps are not too many. */
export const leastStep = (name: NumberName): number => Math.ceil(numbers[name].most / mostSteps);

export const mostStep = 9_999_999;

/** Matches what `toGrouping` takes. */
export const groupingPattern: string = [
  ...Object.keys(groupings),
  ...numberNames.map(name => {
    const least = leastStep(name);
    // A step is a whole number from the least on, which is 1 or a multiple of 10 below 100.
    const longer = `[${least / 10}-9]\\d|[1-9]\\d{2,6}`;
    return least === 1 ? `${name}(?::[1-9]\\d{0,6})?` : `${name}:(?:${longer})`;
  }),
].join('|');

const wholeGrouping = new RegExp(`^(?:${groupingPattern})$`);

/** `maxPowerKw:50` → steps of 50 kW; undefined for any other text, and for steps that are too small. */
export const toGrouping = (text: string): Grouping | undefined => {
  if (!wholeGrouping.test(text)) return undefined;
  const [name = '', step = '1'] = text.split(':');
  if (!isNumberName(name)) return groupings[name];
  const {member, type} = numbers[name];
  return {by: 'step', member, step: Number(step), isWhole: type === 'integer'};
};

/** The figure of a number: a percentile is 1 to 99. */
export type Metric = {
  /** As it was asked for: `avg:maxPowerKw`, `p50:co2GPerKm`. */
  readonly name: string;
  readonly member: string;
  readonly figure: 'min' | 'max' | 'avg' | 'sum' | number;
};

export const figures = ['min', 'max', 'avg', 'sum'] as const;

/** `avg`, or `p50` → 50; undefined for any other text. */
export const toFigure = (text: string): Metric['figure'] | undefined => {
  const [, percent] = /^p([1-9]\d?)$/.exec(text) ?? [];
  return percent === undefined ? figures.find(figure => figure === text) : Number(percent);
};

/** `avg:maxPowerKw`, `p50:co2GPerKm`; undefined for any other text. */
export const toMetric = (text: string): Metric | undefined => {
  const [figureText = '', name = '', ...rest] = text.split(':');
  const figure = toFigure(figureText);
  if (rest.length > 0 || !isNumberName(name) || figure === undefined) return undefined;
  return {name: text, member: numbers[name].member, figure};
};

/** Groups are sorted by count, the greatest first, or by value. */
export const statisticsOrders = ['-count', 'value'] as const;

/** A statistic of the vehicles that match: of all of them as one group, or by one or two groupings. */
export type StatisticsQuery = Filtered & {
  readonly groupBy: readonly Grouping[];
  readonly metrics: readonly Metric[];
  readonly sortBy: (typeof statisticsOrders)[number];
};

/**
 * The JSON of the body that answers a statistic; or why there is none: too many groups, too many metrics, or the
 * number of figures that the body would have.
 */
export type StatisticsResult =
  | {readonly json: Buffer<ArrayBuffer>}
  | {readonly tooMany: 'groups' | 'metrics' | number};

/** Maximum number of values of a grouping that are answered. */
export const maxGroups = 200;

/** Maximum number of years, months or steps that are answered, if the answer has room for their figures. */
export const maxOnScale = 2000;

export const isOnScale = ({by}: Grouping): boolean => ['year', 'month', 'step'].includes(by);

export const maxMetrics = 10;

/**
 * Maximum number of figures in an answer: each group has its values, its count, its share and its metrics. With
 * some 30 bytes each that is 2 MB.
 */
export const maxFigures = 60_000;
