import {randomUUID} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import type {Outcome} from '#mappings/build-event.ts';
import type {Phase, Progress} from '../progress/import-progress.ts';
import {throttle} from '../progress/throttle.ts';
import {completeEvent, type Served, type Told} from './complete-event.ts';
import {eventWriter} from './event-writer.ts';
import {deleteOldRecords} from './monthly-index.ts';
import {secondsOf, tally} from './tally.ts';

type Facts = Omit<Told, 'event' | 'outcome'>;

type Ending =
  | readonly [outcome: 'promoted', told: Facts & Served]
  | readonly [outcome: Exclude<Outcome, 'promoted'>, told?: Facts];

type Recording = {
  readonly build: number;
  readonly command: string;
  /** Months older than so many days are deleted. */
  readonly recordDays: number;
  /** What is known of it from the start, and said with every event. */
  readonly facts?: Facts;
  /** Milliseconds between two events of progress. */
  readonly interval?: number;
  /** Milliseconds that `close` waits for an engine that does not take the last events. */
  readonly patience?: number;
  readonly clock?: {readonly now: () => number; readonly date: () => Date};
};

/** A sentence about old months that could not be deleted; null when all is well. */
const whyKept = async (
  client: Client,
  prefix: string,
  old: Parameters<typeof deleteOldRecords>[2],
  requestTimeout: number,
): Promise<string | null> => {
  try {
    await deleteOldRecords(client, prefix, old, {requestTimeout, maxRetries: 0});
    return null;
  } catch (error) {
    return `Old months of index-builds could not be deleted, a later build does it: ${messageOf(error)}.`;
  }
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const systemClock = {now: () => performance.now(), date: () => new Date()};

/**
 * The record of one build in `index-builds`, written while it runs. Whatever becomes of the record,
 * the build goes on: nothing here waits for Elasticsearch but `close`, and nothing throws.
 */
export const openBuildLog = (
  client: Client,
  prefix: string,
  {
    build,
    command,
    recordDays,
    facts = {},
    interval = 5000,
    patience = 5000,
    clock = systemClock,
  }: Recording,
) => {
  const opened = clock.date();
  const writer = eventWriter({client, prefix, at: opened});
  const series = `${build}-${randomUUID()}`;
  const counted = tally(clock.now);
  const sometimes = throttle(interval, clock.now);
  let known: Facts = facts;
  let sequence = 0;
  let running: {readonly phase: Phase; readonly since: number} | undefined;

  const toEvent = (told: Told) => completeEvent({build, command, ...known, ...told}, clock.date());

  const write = (told: Told): void => {
    sequence += 1;
    writer.write({id: `${series}-${sequence}`, replaceable: false, event: toEvent(told)});
  };

  const writeRejects = () => {
    for (const [reason, count] of counted.grownRejects()) {
      const event = toEvent({event: 'rejects', reason, count});
      writer.write({id: `${series}-rejects-${reason}`, replaceable: true, event});
    }
  };

  const endPhase = () => {
    if (!running) return;
    const {phase, since} = running;
    running = undefined;
    writeRejects();
    const durationSeconds = secondsOf(clock.now() - since);
    write({event: 'phase-ended', phase, durationSeconds, ...counted.reached()});
  };

  const progress: Progress = {
    phase: phase => {
      endPhase();
      running = {phase, since: clock.now()};
    },
    advance: (counts, bytesRead, totalBytes) => {
      counted.advance(counts, bytesRead, totalBytes);
      sometimes(() => {
        const phase = running && {phase: running.phase};
        const vehiclesPerSecond = counted.recentRate();
        write({event: 'progress', ...phase, ...counted.reached(), vehiclesPerSecond});
        writeRejects();
      });
    },
    ended: () => endPhase(),
  };

  write({event: 'started'});
  return {
    /** Tells how the build goes, as the other progresses are told. */
    progress,
    write,
    /** Said with every event from now on, such as the generation once it has a name. */
    know: (more: Facts): void => {
      known = {...known, ...more};
    },
    /** The last event: how it ended, and how long all of it took. */
    ended: (...[outcome, told]: Ending): void => {
      endPhase();
      writeRejects();
      write({...counted.whole(), ...told, event: outcome, outcome});
    },
    /** Waits for the last events. Returns a sentence about what the record lacks, or null. */
    close: async (): Promise<string | null> => {
      const missing = await writer.close(patience);
      const days = {days: recordDays, at: clock.date()};
      return missing ?? (await whyKept(client, prefix, days, patience));
    },
  };
};

export type BuildLog = ReturnType<typeof openBuildLog>;
