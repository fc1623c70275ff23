import {table} from '#core/command-line/figures.ts';
import type {Usage} from './meter.ts';

/** A value rounded to three significant digits. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export const figure = (rounds: readonly number[]) => {
  const sorted = rounds.map(rounded).toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[Math.floor(place)] ?? Number.NaN;
  const last = sorted.length - 1;
  return {
    median: rounded((at(last / 2) + at(sorted.length / 2)) / 2),
    least: at(0),
    most: at(last),
    rounds: rounds.map(rounded),
  };
};

/** One figure, measured once a round; without rounds if there was nothing to measure. */
export type Figure = Readonly<ReturnType<typeof figure>>;

/** Figures by name, from rounds that each have a value with that name. */
const figures = (
  rounds: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, Figure>> => {
  const names = new Set(rounds.flatMap(round => Object.keys(round)));
  return Object.fromEntries(
    [...names].map(name => [name, figure(rounds.map(round => round[name] ?? 0))]),
  );
};

/** `12,300 (11,900–12,800)`: the median, the least and the most. A dash if nothing was measured. */
export const spread = ({median, least, most, rounds}: Figure): string => {
  if (rounds.length === 0) return '–';
  const [middle, low, high] = [median, least, most].map(value => value.toLocaleString('en'));
  return rounds.length > 1 ? `${middle} (${low}–${high})` : `${middle}`;
};

/** One round of one way of doing one kind of work. */
export type Round = {
  /** The number of requests, vehicles or documents per second. */
  readonly perSecond: number;
  /** Processor time for each request, vehicle or document, by process. */
  readonly microseconds: Readonly<Record<string, number>>;
  /** Response times by name. */
  readonly milliseconds?: Readonly<Record<string, number>>;
  /** The duration of each phase of an import. */
  readonly seconds?: Readonly<Record<string, number>>;
  /** The peak of resident memory, if it is of interest. */
  readonly peakMegabytes?: number;
  /** Percent of the requests that had no response, or one of an unexpected status. */
  readonly unexpectedPercent?: number;
  readonly usage: Pick<Usage, 'othersPercent' | 'load'>;
};

/** The rounds of one way, such as the API of a commit or Koa; none if the way lacks the measurement. */
export const rowOf = (measurement: string, way: string, rounds: readonly Round[]) => {
  const peaks = rounds.flatMap(({peakMegabytes}) => peakMegabytes ?? []);
  return {
    measurement,
    way,
    perSecond: figure(rounds.map(({perSecond}) => perSecond)),
    microseconds: figures(rounds.map(({microseconds}) => microseconds)),
    milliseconds: figures(rounds.map(({milliseconds = {}}) => milliseconds)),
    seconds: figures(rounds.map(({seconds = {}}) => seconds)),
    peakMegabytes: peaks.length > 0 ? figure(peaks) : null,
    unexpectedPercent: figure(rounds.map(({unexpectedPercent = 0}) => unexpectedPercent)),
    othersPercent: figure(rounds.map(({usage}) => usage.othersPercent)),
    load: figure(rounds.map(({usage}) => usage.load)),
  };
};
export type Row = ReturnType<typeof rowOf>;

const medians = (of: Readonly<Record<string, Figure>>, unit = ''): string =>
  Object.entries(of)
    .map(([name, {median}]) => `${name} ${median.toLocaleString('en')}${unit}`)
    .join(', ');

/** All rows as a table: medians, with the least and the most of the important ones. */
export const rowsTable = (rows: readonly Row[]): string =>
  table(
    ['measurement', 'way', 'per second', 'µs of processor each', 'ms', 'others (load)', ''],
    rows.map(({measurement, way, peakMegabytes, ...row}, at) => [
      measurement === rows[at - 1]?.measurement ? '' : measurement,
      way,
      spread(row.perSecond),
      medians(row.microseconds),
      medians(row.milliseconds),
      row.load.rounds.length === 0
        ? '–'
        : `${Math.round(row.othersPercent.median)} % (${row.load.median})`,
      [
        medians(row.seconds, ' s'),
        peakMegabytes && `${peakMegabytes.median} MB`,
        row.unexpectedPercent.most > 0 &&
          `up to ${row.unexpectedPercent.most} % answered otherwise`,
      ]
        .filter(Boolean)
        .join(', '),
    ]),
  );
