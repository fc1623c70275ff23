import {table} from '#core/command-line/table.ts';
import {type Figure, figure, figures, spread} from './figures.ts';
import type {Usage} from './meter.ts';

/** One way of doing one kind of work, measured in several rounds. */
export type Row = {
  readonly measurement: string;
  /** The API of a commit, Elasticsearch, Koa. */
  readonly way: string;
  /** Requests, vehicles or documents. */
  readonly perSecond: Figure;
  /** Processor time of each request, vehicle or document, by who spent it. */
  readonly microseconds: Readonly<Record<string, Figure>>;
  /** Until a response was there. */
  readonly milliseconds: Readonly<Record<string, Figure>>;
  /** Seconds of each phase of an import. */
  readonly seconds: Readonly<Record<string, Figure>>;
  /** The most memory that was resident, in MB, if that is of interest. */
  readonly peakMegabytes: Figure | null;
  /** Percent of the requests that had no response, or one of an unexpected status. */
  readonly unexpectedPercent: Figure;
  /** Percent of all cores that other processes took meanwhile. */
  readonly othersPercent: Figure;
  readonly load: Figure;
};

/** One round of a row. */
export type Round = {
  readonly perSecond: number;
  readonly microseconds: Readonly<Record<string, number>>;
  readonly milliseconds?: Readonly<Record<string, number>>;
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMegabytes?: number;
  readonly unexpectedPercent?: number;
  readonly usage: Pick<Usage, 'othersPercent' | 'load'>;
};

/** A row of these rounds; of none where this way has no such thing. */
export const rowOf = (measurement: string, way: string, rounds: readonly Round[]): Row => {
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

const medians = (of: Readonly<Record<string, Figure>>, unit = ''): string =>
  Object.entries(of)
    .map(([name, {median}]) => `${name} ${median.toLocaleString('en')}${unit}`)
    .join(', ');

const headings = [
  'measurement',
  'way',
  'per second',
  'µs of processor each',
  'ms',
  'others (load)',
  '',
];

/** All rows as a table: medians, with the least and the most where it matters. */
export const rowsTable = (rows: readonly Row[]): string =>
  table(
    headings,
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
