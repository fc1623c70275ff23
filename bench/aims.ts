import {table} from '#core/command-line/table.ts';
import {elasticsearch, lean} from './api/measure.ts';
import {batchSize, lookupName} from './api/scenarios.ts';
import {importName, rawBulk} from './import.ts';
import {type Figure, figure, type Row, spread} from './report.ts';

/** A measurement of the code as it is, over another one of a way. `factor` is how many of that each counts for. */
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

/** How much faster a measurement is to be than at 717caed. */
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

/** The processor time of each round, whoever spent it, in microseconds for each. */
const costs = ({microseconds, perSecond}: Row): readonly number[] =>
  perSecond.rounds.map((_, round) =>
    Object.values(microseconds).reduce((sum, {rounds}) => sum + (rounds[round] ?? 0), 0),
  );

const quotients = (above: readonly number[], below: readonly number[], factor: number): Figure =>
  // Where one of them was not measured, there is none.
  figure(below.length === 0 ? [] : above.map((value, at) => (factor * value) / (below[at] ?? 0)));

/** Every aim that was measured, and the gain over the other commit for everything that was. */
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
    // Of one vehicle, whoever spends it.
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
