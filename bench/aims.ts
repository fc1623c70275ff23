import {table} from '#core/command-line/table.ts';
import {batchSize} from './api/scenarios.ts';
import {elasticsearch, koaWithRedis} from './api/ways.ts';
import {importName, rawBulk} from './import.ts';
import {type Figure, figure, type Row, spread} from './report.ts';

/** A measured figure beside the one that is aimed for. */
export type Aim = {
  readonly work: string;
  readonly value: Figure;
  /** Of a ratio of rates, the same ratio by processor time, which a busy machine changes less. */
  readonly byProcessorTime: Figure | null;
  readonly aim: string;
};

type Cell = readonly [measurement: string, way: string];

/** Ratios of rates. `factor` is how many of the second unit the first one counts for. */
type Ratio = {readonly of: Cell; readonly to: Cell; readonly aim: string; readonly factor?: number};

const now = 'now';
const batch = `batch of ${batchSize}`;

/** The aims of the service as it is. */
const ratios: readonly Ratio[] = [
  {of: [importName, now], to: [importName, rawBulk], aim: '≥ 0.3'},
  {of: ['lookup by id', now], to: ['lookup by id', koaWithRedis], aim: '≥ 0.4'},
  {of: ['lookup by plate', now], to: ['lookup by plate', koaWithRedis], aim: '≥ 0.4'},
  {
    of: ['search, filters seen before', now],
    to: ['search, filters seen before', elasticsearch],
    aim: '≥ 1.5',
  },
  {of: [batch, now], to: ['lookup by plate', now], aim: '≥ 8', factor: batchSize},
  {of: ['lookup by plate, statistics beside', now], to: ['lookup by plate', now], aim: '≥ 0.5'},
  {of: ['304', now], to: ['lookup by id', now], aim: '≥ 2'},
];

/** How much faster a measurement is to be than at 717caed. */
const gains: Readonly<Record<string, string>> = {
  [importName]: '≥ 3',
  'lookup by id': '≥ 3',
  'lookup by plate': '≥ 3',
  'lookup by id, 1 connection': '≥ 1',
  'lookup by plate, 1 connection': '≥ 1',
  'search, filters seen before': '≥ 3',
  'search, new filters': '≥ 1',
  [batch]: '≥ 3',
};

/** The processor time of each round, whoever spent it, in microseconds for each. */
const costs = ({microseconds, perSecond}: Row): readonly number[] =>
  perSecond.rounds.map((_, round) =>
    Object.values(microseconds).reduce((sum, {rounds}) => sum + (rounds[round] ?? 0), 0),
  );

const quotients = (above: readonly number[], below: readonly number[], factor: number): Figure =>
  // Where one of them was not measured, there is none.
  figure(below.length === 0 ? [] : above.map((value, at) => (factor * value) / (below[at] ?? 0)));

const ratioOf = (rows: readonly Row[], {of, to, aim, factor = 1}: Ratio): readonly Aim[] => {
  const find = ([measurement, way]: Cell) =>
    rows.find(row => row.measurement === measurement && row.way === way);
  const [ours, theirs] = [find(of), find(to)];
  if (!ours || !theirs) return [];
  const [measurement, way] = to;
  const divisor = measurement === of[0] ? way : measurement;
  return [
    {
      work: `${of[0]} ÷ ${divisor}`,
      value: quotients(ours.perSecond.rounds, theirs.perSecond.rounds, factor),
      byProcessorTime: quotients(costs(theirs), costs(ours), factor),
      aim,
    },
  ];
};

/** Of one vehicle, whoever spends it. */
const importCosts = (row: Row): readonly Aim[] => {
  const {peakMegabytes} = row;
  const of = (work: string, value: Figure, aim: string): Aim => ({
    work: `import: ${work}`,
    value,
    byProcessorTime: null,
    aim,
  });
  return [
    of('µs of processor a vehicle', figure(costs(row)), '≤ 129'),
    ...(peakMegabytes ? [of('MB of memory', peakMegabytes, '≤ 400')] : []),
  ];
};

/** Every aim that was measured, and the gain over the other commit for everything that was. */
export const aimsOf = (rows: readonly Row[], against: string | undefined): readonly Aim[] => {
  const measurements = [...new Set(rows.map(({measurement}) => measurement))];
  const gainOver = (commit: string): readonly Ratio[] =>
    measurements.map(measurement => ({
      of: [measurement, now],
      to: [measurement, commit],
      aim: gains[measurement] ?? '',
    }));
  return [
    ...ratios.flatMap(ratio => ratioOf(rows, ratio)),
    ...rows
      .filter(({measurement, way}) => measurement === importName && way === now)
      .flatMap(importCosts),
    ...(against === undefined ? [] : gainOver(against)).flatMap(ratio => ratioOf(rows, ratio)),
  ];
};

export const aimsTable = (aims: readonly Aim[]): string =>
  table(
    ['', 'measured', 'by processor time', 'aim'],
    aims.map(({work, value, byProcessorTime, aim}) => [
      work,
      spread(value),
      byProcessorTime && spread(byProcessorTime),
      aim,
    ]),
  );
