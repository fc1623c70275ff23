import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {execa} from 'execa';
import type {Bench} from './bench.ts';
import {recordBulks, sendRawBulks} from './bulks.ts';
import {metered, watchThreads} from './meter.ts';
import {type Copy, scriptOf} from './programs.ts';
import {type Round, type Row, rowOf} from './report.ts';

/** The seconds of each phase, once the process has told of the last of them. */
const watchPhases = async (log: Readable): Promise<Readonly<Record<string, number>>> => {
  const phases: Record<string, number> = {};
  let [phase, since] = ['starting', performance.now()];
  const next = (name: string) => {
    phases[phase] = (performance.now() - since) / 1000;
    [phase, since] = [name, performance.now()];
  };
  for await (const line of createInterface({input: log})) {
    const event = line.startsWith('{') ? JSON.parse(line) : {};
    if (event.event === 'phase') next(event.phase);
  }
  next('');
  return phases;
};

/**
 * Imports the sample as the copy's operator would, into an installation that is empty. With `node`,
 * through the server at that address.
 */
const runImport = async (
  {engines, folder, sample, signal}: Bench,
  {checkout, prefix}: Copy,
  node: string = engines.elasticsearchUrl,
) => {
  await engines.deleteIndices(prefix);
  const script = await scriptOf(checkout, 'indexer');
  const started = performance.now();
  // Whether the sample may go live is not in question.
  const args = [...script, 'import', sample, '--force', 'measuring', '--json'];
  const child = execa(process.execPath, args, {
    cwd: checkout,
    env: {INDEX_PREFIX: prefix, INDEXER_DIRECTORY: folder, ELASTICSEARCH_NODES: node},
    cancelSignal: signal,
  });
  const exited = new AbortController();
  const phases = watchPhases(child.stderr);
  const threads = watchThreads(child.pid ?? 0, exited.signal);
  try {
    await child;
  } finally {
    exited.abort();
    await Promise.all([phases, threads]);
  }
  const ended = performance.now();
  await engines.merged(prefix);
  return {
    seconds: (ended - started) / 1000,
    /** Seconds of each, and of what Elasticsearch still merges when it has ended. */
    phases: {...(await phases), 'merging on': (performance.now() - ended) / 1000},
    threads: await threads,
  };
};

/** Imports the sample unless it is live already. */
export const ensureImported = async (bench: Bench, copy: Copy): Promise<void> => {
  const {client} = bench.engines;
  if (await client.indices.existsAlias({name: `${copy.prefix}vehicles`})) return;
  await runImport(bench, copy);
};

export const importName = 'import';
export const rawBulk = 'raw bulk';

const each = (times: Readonly<Record<string, number>>, count: number) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time / count]));

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
  const [first] = copies;
  const bulks = await recordBulks(bench, first, node => runImport(bench, first, node));
  const rounds = new Map<string, Round[]>();
  const add = (way: string, round: Round) => rounds.set(way, [...(rounds.get(way) ?? []), round]);

  for (let round = 0; round < options.rounds; round += 1) {
    console.error(`import, round ${round + 1} of ${options.rounds} …`);
    for (const copy of copies) {
      const work = () => runImport(bench, copy);
      const [{seconds, phases, threads}, usage] = await metered(engines, undefined, work);
      const times = {...threads.byGroup, elasticsearch: usage.elasticsearch};
      add(copy.name, {
        perSecond: options.vehicles / seconds,
        microseconds: each(times, options.vehicles),
        seconds: phases,
        peakMegabytes: threads.peakBytes / 1e6,
        usage,
      });
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
