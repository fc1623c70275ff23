import {Command} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';
import {toMinute, whole} from '#core/command-line/figures.ts';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import type {Outcome} from '#mappings/build-event.ts';
import {duration} from '../../core/command-line/progress.ts';
import {type Holder, hasEnded, lockStore} from '../generations/lock.ts';
import {
  type LoggedBuild,
  type LoggedChange,
  loggedBuilds,
  loggedChanges,
} from '../generations/logged-builds.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {print, withEngine} from './shared.ts';

/**
 * The state of a build. Of one without an outcome in the log the lock tells: it is `running`;
 * `silent` when it has the lock but sent no heartbeat for longer than allowed; `crashed` when it
 * does not have the lock, or its process has ended.
 */
type BuildState = Outcome | 'running' | 'silent' | 'crashed';

type Build = Omit<LoggedBuild, 'outcome'> & {readonly outcome: BuildState};

/** A line of the list: a build, a change of what is live that an operator made, or a fetch that failed. */
type Entry = Build | LoggedChange;

const stateOfHolder = async (holder: Holder, lockMs: number): Promise<BuildState> => {
  if (await hasEnded(holder)) return 'crashed';
  return Math.abs(Date.now() - Date.parse(holder.heartbeatAt)) < lockMs ? 'running' : 'silent';
};

type Asked = {
  readonly limit: number;
  readonly lockMs: number;
  /** Of the only one that is asked for. */
  readonly number?: number | undefined;
};

/** The newest builds with their states, newest first. */
const newestBuilds = async (
  indices: Indices,
  {limit, lockMs, number}: Asked,
): Promise<readonly Build[]> => {
  // The lock is read first: a build that ends meanwhile has its outcome in the log, and one that
  // begins meanwhile has a higher number than the lock.
  const lock = (await lockStore(indices).read())?.document;
  const holderState = lock?.holder ? await stateOfHolder(lock.holder, lockMs) : 'crashed';
  const stateOf = (build: number): BuildState => {
    if (!lock || build < lock.lastBuild) return 'crashed';
    return build === lock.lastBuild ? holderState : 'running';
  };
  const builds = await loggedBuilds(indices, limit, number);
  return builds.map(build => ({...build, outcome: build.outcome ?? stateOf(build.build)}));
};

const headings = [
  ...['BUILD', 'GENERATION', 'COMMAND', 'STARTED', 'OUTCOME'],
  ...['TOOK', 'VEHICLES', 'REJECTED', ''],
];

const roomForRemarks = 60;

/** Of a refused file its name and the reason in short, which have room; of any other entry its sentence. */
const ending = ({outcome, fileName, reason, sentence}: Entry): string =>
  outcome === 'refused' && fileName !== null ? `${fileName}: ${reason}` : (sentence ?? '');

const remarks = (entry: Entry): string =>
  [entry.forced === null ? '' : `Forced: ${entry.forced}`, ending(entry)]
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** As much of them as a line has room for. */
const firstRemarks = (entry: Entry): string => {
  const text = remarks(entry);
  return text.length > roomForRemarks ? `${text.slice(0, roomForRemarks - 1)}…` : text;
};

const toRow = (entry: Entry) => [
  entry.build === null ? '' : String(entry.build),
  entry.generation ?? '',
  entry.command ?? '',
  toMinute(entry.startedAt),
  entry.outcome,
  entry.durationSeconds === null ? '' : duration(entry.durationSeconds),
  entry.vehicles,
  entry.rejects,
  firstRemarks(entry),
];

const toText = (entries: readonly Entry[]): string =>
  entries.length === 0 ? 'No builds yet.' : table(headings, entries.map(toRow));

/** All that is known of one. */
const inFull = (build: Entry): string =>
  [
    `Build ${build.build}: ${build.outcome}`,
    `  generation   ${build.generation ?? 'none'}`,
    `  command      ${build.command ?? 'unknown'}, on ${build.host ?? 'an unknown host'}`,
    ...(build.fileName === null ? [] : [`  file         ${build.fileName}`]),
    `  started      ${toMinute(build.startedAt)}`,
    `  last event   ${toMinute(build.lastEventAt)}`,
    ...(build.durationSeconds === null
      ? []
      : [`  took         ${duration(build.durationSeconds)}`]),
    ...(build.vehicles === null ? [] : [`  vehicles     ${whole(build.vehicles)}`]),
    ...(build.rejects === null ? [] : [`  rejected     ${whole(build.rejects)} records`]),
    ...(build.forced === null ? [] : [`  forced       ${build.forced}`]),
    ...(build.sentence === null ? [] : ['', build.sentence]),
  ].join('\n');

/** The newest builds and what had none, newest first, or the only one that is asked for. */
const newestEntries = async (indices: Indices, asked: Asked): Promise<readonly Entry[]> => {
  const builds = await newestBuilds(indices, asked);
  if (asked.number !== undefined) return builds;
  return [...builds, ...(await loggedChanges(indices, asked.limit))]
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
    .slice(0, asked.limit);
};

type Options = {readonly limit: number; readonly json?: boolean};

/** `builds`: the newest builds of the build log. */
export const buildsCommand = (signal: AbortSignal): Command =>
  new Command('builds')
    .description('Lists the newest builds and their outcomes, or tells all of one.')
    .argument('[build]', 'number of a build', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--limit <number>', 'maximum number of builds', wholeNumber(1, 1000), 20)
    .action(async (number: number | undefined, {limit, json}: Options) => {
      const entries = await withEngine(engine =>
        newestEntries(untilAborted(engine, signal), {
          limit,
          lockMs: engine.config.indexing.lockMs,
          number,
        }),
      );
      if (number === undefined) return print(entries, toText, json);
      const [build] = entries;
      if (build) return print(build, inFull, json);
      throw new UsageError(`There is no build ${number} in the log. "builds" lists the newest.`);
    });
