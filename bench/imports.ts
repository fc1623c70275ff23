import type {Bench} from './bench.ts';
import {recordBulks, sendRawBulks} from './bulks.ts';
import {type ImportRun, runImport} from './import.ts';
import {metered, type Usage} from './meter.ts';
import type {Copy} from './programs.ts';
import {type Round, type Row, rowOf} from './report.ts';

export const importName = 'import';
export const rawBulk = 'raw bulk';

const each = (times: Readonly<Record<string, number>>, count: number) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time / count]));

const importRound = (
  {seconds, phases, threads}: ImportRun,
  usage: Usage,
  count: number,
): Round => ({
  perSecond: count / seconds,
  microseconds: each({...threads.byGroup, elasticsearch: usage.elasticsearch}, count),
  seconds: phases,
  peakMegabytes: threads.peakBytes / 1e6,
  usage,
});

/**
 * The import of each copy, from the zip to the flip, beside what Elasticsearch takes of the same
 * documents at most: in turn, round by round. The last index of each copy stays.
 */
export const measureImports = async (
  bench: Bench,
  copies: readonly [Copy, ...Copy[]],
): Promise<readonly Row[]> => {
  const {engines, options} = bench;
  console.error('import, to warm up …');
  const bulks = await recordBulks(bench, copies[0]);
  const rounds = new Map<string, Round[]>();
  const add = (way: string, round: Round) => rounds.set(way, [...(rounds.get(way) ?? []), round]);

  for (let round = 0; round < options.rounds; round += 1) {
    console.error(`import, round ${round + 1} of ${options.rounds} …`);
    for (const copy of copies) {
      const [run, usage] = await metered(engines, undefined, () => runImport(bench, copy));
      add(copy.name, importRound(run, usage, options.vehicles));
    }
    const [seconds, usage] = await metered(engines, process.pid, () => sendRawBulks(bench, bulks));
    const {documents} = bulks;
    add(rawBulk, {
      perSecond: documents / seconds,
      microseconds: each({client: usage.node, elasticsearch: usage.elasticsearch}, documents),
      usage,
    });
  }
  return [...rounds].map(([way, all]) => rowOf(importName, way, all));
};
