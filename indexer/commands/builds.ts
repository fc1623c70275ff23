import {Command} from 'commander';
import {wholeNumber} from '#core/command-line/arguments.ts';
import {TryLater, UsageError} from '#core/command-line/errors.ts';
import {digits, table, toMinute} from '#core/command-line/figures.ts';
import {duration} from '#core/command-line/progress.ts';
import type {Outcome} from '#mappings/build-event.ts';
import {eventWriter, keptEvents} from '../generations/event-writer.ts';
import {type Holder, hasEnded, lockStore} from '../generations/lock.ts';
import {
  closedMonths,
  type LoggedBuild,
  type LoggedChange,
  loggedBuilds,
  loggedChanges,
} from '../generations/logged-builds.ts';
import {openingOf} from '../write/errors.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {phasesText, print, say, wayText, withEngine} from './shared.ts';

/**
 * The state of a build. Without an outcome in the log, it follows from the lock: `running`;
 * `silent` if it has the lock but sent no heartbeat for longer than allowed; `crashed` if it
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

/** The newest builds and other entries, newest first, or the build with a number. */
const newestEntries = async (
  indices: Indices,
  limit: number,
  lockMs: number,
  number: number | undefined,
): Promise<readonly Entry[]> => {
  // The lock is read first: a build that ends meanwhile has its outcome in the log, and one that
  // begins meanwhile has a higher number than the lock.
  const lock = (await lockStore(indices).read())?.document;
  const holderState = lock?.holder ? await stateOfHolder(lock.holder, lockMs) : 'crashed';
  const stateOf = (build: number): BuildState => {
    if (!lock || build < lock.lastBuild) return 'crashed';
    return build === lock.lastBuild ? holderState : 'running';
  };
  const logged = await loggedBuilds(indices, limit, number);
  const builds = logged.map(build => ({...build, outcome: build.outcome ?? stateOf(build.build)}));
  if (number !== undefined) return builds;
  return [...builds, ...(await loggedChanges(indices, limit))]
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
    .slice(0, limit);
};

const headings = [
  ...['BUILD', 'GENERATION', 'COMMAND', 'STARTED', 'OUTCOME'],
  ...['TOOK', 'VEHICLES', 'REJECTED', ''],
];

const roomForRemarks = 60;

/** As much of the sentence as fits a line, without the words for a refusal, which the outcome shows. */
const remarks = ({forced, sentence}: Entry): string => {
  const ending = sentence?.replace('The extract was refused: ', '') ?? '';
  const all = forced === null ? [ending] : [`Forced: ${forced}`, ending];
  const text = all.filter(Boolean).join('; ').replaceAll(/\s+/g, ' ');
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
  remarks(entry),
];

const toText = (entries: readonly Entry[]): string =>
  entries.length === 0 ? 'No builds yet.' : table(headings, entries.map(toRow));

/** All that is known of one build. */
const inFull = (build: Entry): string => {
  const {durationSeconds: took, vehicles, rejects, sentence} = build;
  const facts = {
    generation: build.generation ?? 'none',
    command: `${build.command ?? 'unknown'}, on ${build.host ?? 'an unknown host'}`,
    file: build.fileName,
    started: toMinute(build.startedAt),
    'last event': toMinute(build.lastEventAt),
    took: took === null ? null : duration(took),
    phases: phasesText(build.phases) || null,
    vehicles: vehicles === null ? null : digits(vehicles),
    imported: wayText(build),
    rejected: rejects === null ? null : `${digits(rejects)} records`,
    forced: build.forced,
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== null);
  const lines = known.map(([name, fact]) => `  ${name.padEnd(12)} ${fact}`);
  const ending = sentence === null ? [] : ['', sentence];
  return [`Build ${build.build}: ${build.outcome}`, ...lines, ...ending].join('\n');
};

/** @throws {TryLater} if nothing was found, and a closed month may have it. */
const tellMissing = (found: readonly Entry[], closed: readonly string[]): void => {
  if (closed.length === 0) return;
  const missing = `What ${closed.join(', ')} has is missing, because it is closed. ${openingOf(...closed)}.`;
  if (found.length === 0) throw new TryLater(missing);
  say(missing);
};

type Options = {readonly limit: number; readonly json?: boolean};

export const buildsCommand = (signal: AbortSignal): Command =>
  new Command('builds')
    .description('Lists the newest builds and their outcomes, or shows one in detail.')
    .argument('[build]', 'number of a build', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--limit <number>', 'maximum number of builds', wholeNumber(1, 1000), 20)
    .action(async (number: number | undefined, {limit, json}: Options) => {
      const entries = await withEngine(async engine => {
        const {directory, lockMs} = engine.config.indexing;
        const kept = eventWriter(engine, new Date(), keptEvents(directory, engine.prefix));
        const unwritten = await kept.close(5000);
        if (unwritten !== null) say(unwritten);
        const indices = untilAborted(engine, signal);
        const found = await newestEntries(indices, limit, lockMs, number);
        tellMissing(found, await closedMonths(indices));
        return found;
      });
      if (number === undefined) return print(entries, toText, json);
      const [build] = entries;
      if (build) return print(build, inFull, json);
      throw new UsageError(`There is no build ${number} in the log. "builds" lists the newest.`);
    });
