import {table} from '#core/command-line/figures.ts';
import {elasticsearch, lean} from './api/measure.ts';
import {batchSize, lookupName} from './api/scenarios.ts';
import {importName, rawBulk} from './import.ts';
import {type Figure, figure, type Row, spread} from './report.ts';

/** The ratio of a measurement of the current code to one of a way. Each of the former counts for `factor` of that. */
type Ratio = readonly [of: string, to: string, way: string, aim: string, factor?: number];

const now = 'now';
const [byId, byPlate] = [lookupName('id', 64), lookupName('plate', 64)];
const batch = `batch of ${batchSize}`;

const ratios: readonly Ratio[] = [
  [importName, importName, rawBulk, '≥ 0.3'],
  ...[1, 8, 64, 256].flatMap(connections =>
    ['id', 'plate', 'VIN'].map((by): Ratio => {
      const lookup = lookupName(by, connections);
      return [lookup, lookup, lean, by === 'id' || connections < 64 ? '≥ 0.85' : '≥ 0.8'];
    }),
  ),
  ['search, filters seen before', 'search, filters seen before', elasticsearch, '≥ 1.5'],
  [batch, byPlate, now, '≥ 8', batchSize],
  ['lookup by plate, statistics beside', byPlate, now, '≥ 0.5'],
  ['304', byId, now, '≥ 2'],
];

/** The gains over 717caed to aim for. */
const gains: Readonly<Record<string, string>> = {
  [importName]: '≥ 3',
  [byId]: '≥ 3',
  [byPlate]: '≥ 3',
  [lookupName('id', 1)]: '≥ 1',
  [lookupName('plate', 1)]: '≥ 1',
  'search, filters seen before': '≥ 3',
  'search, new filters': '≥ 1',
  [batch]: '≥ 3',
};

/** The processor time of each round, of all processes together, in microseconds for each request or document. */
const costs = ({microseconds, perSecond}: Row): readonly number[] =>
  perSecond.rounds.map((_, round) =>
    Object.values(microseconds).reduce((sum, {rounds}) => sum + (rounds[round] ?? 0), 0),
  );

const quotients = (above: readonly number[], below: readonly number[], factor: number): Figure =>
  // If one of them was not measured, there is no quotient.
  figure(below.length === 0 ? [] : above.map((value, at) => (factor * value) / (below[at] ?? 0)));

/** Every aim that was measured, and the gain of every measurement over the other commit. */
export const aimsOf = (rows: readonly Row[], against: string | undefined) => {
  const find = (measurement: string, way: string) =>
    rows.find(row => row.measurement === measurement && row.way === way);
  const ratioOf = ([of, to, way, aim, factor = 1]: Ratio) => {
    const [ours, theirs] = [find(of, now), find(to, way)];
    if (!ours || !theirs) return [];
    return [
      {
        work: `${of} ÷ ${to === of ? way : to}`,
        value: quotients(ours.perSecond.rounds, theirs.perSecond.rounds, factor),
        // A busy machine changes this less than the rates.
        byProcessorTime: quotients(costs(theirs), costs(ours), factor),
        aim,
      },
    ];
  };
  const ofImport = (work: string, value: Figure | null | undefined, aim: string) =>
    value ? [{work: `import: ${work}`, value, byProcessorTime: null, aim}] : [];
  const imported = find(importName, now);
  const measurements = new Set(against === undefined ? [] : rows.map(row => row.measurement));
  return [
    ...ratios.flatMap(ratioOf),
    // For one vehicle, of all processes together.
    ...ofImport('µs of processor a vehicle', imported && figure(costs(imported)), '≤ 129'),
    ...ofImport('MB of memory', imported?.peakMegabytes, '≤ 400'),
    ...[...measurements].flatMap(name => ratioOf([name, name, against ?? '', gains[name] ?? ''])),
  ];
};

export type Aim = ReturnType<typeof aimsOf>[number];

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
