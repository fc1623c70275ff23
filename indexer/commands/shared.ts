import {getPriority, setPriority} from 'node:os';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {digits} from '#core/command-line/figures.ts';
import {type Config, readConfig} from '../config.ts';
import {type LogEntry, type Logged, logEvent} from '../generations/build-log.ts';
import type {CurrentBuild} from '../generations/lock.ts';
import {FlipRefused} from '../write/errors.ts';
import {CommandTransport, type Indices} from '../write/indices.ts';

export type Engine = Indices & {readonly config: Config};

/**
 * Runs `work` with a client for the configured Elasticsearch, and closes it. Retries are made by the code
 * that asks.
 *
 * @param requestTimeout In milliseconds; by default as long as an operator waits.
 */
export const withEngine = async <Result>(
  work: (engine: Engine) => Promise<Result>,
  config = readConfig(),
  requestTimeout = 30_000,
): Promise<Result> => {
  const options = {requestTimeout, maxRetries: 0, Transport: CommandTransport};
  const client = createElasticsearchClient(config, options);
  try {
    return await work({client, prefix: config.indexPrefix, config});
  } finally {
    await client.close();
  }
};

/** Stands back for other processes. Threads inherit it, if none that does the work has begun; no user may go back. */
export const standBack = (nice: number): void => {
  if (getPriority() < nice) setPriority(nice);
};

/** Prints a result on standard output, as JSON or as text, and on standard error what was not logged. */
export const print = <Result extends object & Partial<Logged>>(
  result: Result,
  toText: (result: Result) => string,
  json = false,
): void => {
  if (result.notRecorded) say(result.notRecorded);
  process.stdout.write(`${json ? JSON.stringify(result) : toText(result)}\n`);
};

/** Prints a sentence for the operator on standard error. */
export const say = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

/** Logs that a command failed which builds nothing, and why. */
export const logFailure = async (
  engine: Engine,
  entry: LogEntry,
  error: unknown,
): Promise<void> => {
  const sentence = error instanceof Error ? error.message : String(error);
  const {notRecorded} = await logEvent(engine, {...entry, sentence});
  if (notRecorded !== null) say(notRecorded);
};

/** A build replaces the generation that was live when it began; a flip by another command ends it. */
export const warnOfBuild = (build: CurrentBuild | undefined): void => {
  if (!build || build.hasEnded || build.command === 'prune') return;
  say(
    `Build ${build.build} (${build.command}) is running on ${build.host}. It began before this ` +
      'change, so it will be refused before it goes live; then run it again.',
  );
};

/** Undoes what was stored before a flip when that has changed nothing: it was refused, or not sent. */
export const flipOrUndo = async <Done>(
  flip: () => Promise<Done>,
  undo: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Done> => {
  try {
    return await flip();
  } catch (error) {
    if (error instanceof FlipRefused || error === signal.reason) await undo();
    throw error;
  }
};

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days`: the time since an instant, in the largest unit of which there are at least two. */
export const ageOf = (instant: string, now: Date): string => {
  const age = Math.max(0, now.getTime() - Date.parse(instant));
  const [unit, length] = units.find(([, length]) => age >= 2 * length) ?? ['minute', 60_000];
  const count = Math.floor(age / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

type Imported = {
  readonly way: 'difference' | 'full' | null;
  readonly because: string | null;
  readonly unchanged?: number | null;
  readonly written?: number | null;
  readonly deleted?: number | null;
};

/** `reading 12.3 s, verifying 0.4 s`: how long each phase took. */
export const phasesText = (phases: Readonly<Record<string, number>>): string =>
  Object.entries(phases)
    .map(([phase, seconds]) => `${phase} ${seconds.toFixed(1)} s`)
    .join(', ');

/** How the vehicles came into a generation; null where that is not known. */
export const wayText = (imported: Imported): string | null => {
  const {way, because, written, deleted, unchanged} = imported;
  if (way !== 'difference') return way && `in full, because ${because}`;
  const counts = [
    [written, 'written'],
    [deleted, 'deleted'],
    [unchanged, 'unchanged'],
  ] as const;
  const known = counts.flatMap(([count, word]) =>
    count == null ? [] : [`${digits(count)} ${word}`],
  );
  return ['by what has changed', ...(known.length > 0 ? [known.join(', ')] : [])].join(': ');
};
