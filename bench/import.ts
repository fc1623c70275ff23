import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {execa} from 'execa';
import type {Bench} from './bench.ts';
import {type ThreadTimes, watchThreads} from './meter.ts';
import {type Copy, scriptOf} from './programs.ts';

/** An import, from the start of its process to its end. */
export type ImportRun = {
  readonly seconds: number;
  /** Seconds of each phase that it tells of, and of what Elasticsearch still merges when it has ended. */
  readonly phases: Readonly<Record<string, number>>;
  readonly threads: ThreadTimes;
};

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
export const runImport = async (
  {engines, folder, sample, signal}: Bench,
  {checkout, prefix}: Copy,
  node: string = engines.elasticsearchUrl,
): Promise<ImportRun> => {
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
