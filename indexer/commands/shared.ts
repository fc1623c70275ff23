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
 * Runs `work` with a client for the configured Elasticsearch, and closes it. The client does not retry;
 * its callers do.
 *
 * @param requestTimeout In milliseconds; the default is as long as an operator waits.
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

/** Lowers the priority of the process. Threads that start later inherit it; only a privileged user can undo it. */
export const standBack = (nice: number): void => {
  if (getPriority() < nice) setPriority(nice);
};

/** Prints a result on standard output, as JSON or as text; a failure to log it goes to standard error. */
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

/** Logs the failure of a command that builds nothing, with its cause. */
export const logFailure = async (
  engine: Engine,
  entry: LogEntry,
  error: unknown,
): Promise<void> => {
  const sentence = error instanceof Error ? error.message : String(error);
  const {notRecorded} = await logEvent(engine, {...entry, sentence});
  if (notRecorded !== null) say(notRecorded);
};

/** Warns of a running build. It replaces the generation that was live when it began; another flip makes it fail. */
export const warnOfBuild = (build: CurrentBuild | undefined): void => {
  if (!build || build.hasEnded || build.command === 'prune') return;
  say(
    `Build ${build.build} (${build.command}) is running on ${build.host}. It began before this ` +
      'change, so it will be refused before it goes live; then run it again.',
  );
};

/** Flips; if that changed nothing, because it was refused or not sent, undoes what was stored before. */
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

/** `3 days`: the time since an instant, in the largest unit that gives at least two. */
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

/** How the vehicles came into a generation; null if that is unknown. */
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
