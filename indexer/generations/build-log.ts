import {randomUUID} from 'node:crypto';
import type {Outcome} from '#mappings/build-event.ts';
import {throttle} from '../../core/command-line/progress.ts';
import type {Phase, Progress} from '../write/import-progress.ts';
import type {Installation} from '../write/installation.ts';
import {buildSpans} from './build-spans.ts';
import {eventWriter} from './event-writer.ts';
import {type LogEntry, toEvent} from './log-event.ts';
import {deleteOldMonths} from './monthly-index.ts';
import {secondsOf, tally} from './tally.ts';

type Facts = Omit<LogEntry, 'event' | 'outcome'>;

type Options = {
  readonly build: number;
  readonly command: string;
  /** Months that ended longer ago are deleted. */
  readonly recordDays: number;
  /** Members of every event. */
  readonly facts?: Facts;
  /** How long `close` waits for the last events to be written, in milliseconds. */
  readonly closeMs?: number;
  readonly clock?: {readonly now: () => number; readonly date: () => Date};
};

const systemClock = {now: () => performance.now(), date: () => new Date()};

const day = 24 * 60 * 60 * 1000;

/** Milliseconds between two events of progress. */
const progressMs = 5000;

/**
 * The log of one build in `index-builds`, written while the build runs. A build does not depend on
 * its log: nothing here throws, and only `close` waits for Elasticsearch.
 */
export const openBuildLog = (
  installation: Installation,
  {build, command, recordDays, facts = {}, closeMs = 5000, clock = systemClock}: Options,
) => {
  const writer = eventWriter(installation, clock.date());
  const series = `${build}-${randomUUID()}`;
  const counted = tally(clock.now);
  const spans = buildSpans(command, build);
  const throttled = throttle(progressMs, clock.now);
  let known: Facts = facts;
  let sequence = 0;
  let running: {readonly phase: Phase; readonly since: number} | undefined;

  const toBuildEvent = (entry: LogEntry) =>
    toEvent({build, command, ...known, ...entry}, clock.date());

  const write = (entry: LogEntry): void => {
    sequence += 1;
    writer.write({id: `${series}-${sequence}`, event: toBuildEvent(entry)});
  };

  const writeRejects = () => {
    for (const [reason, count] of counted.grownRejects()) {
      const event = toBuildEvent({event: 'rejects', reason, count});
      writer.write({id: `${series}-rejects-${reason}`, event});
    }
  };

  const endPhase = () => {
    if (!running) return;
    const {phase, since} = running;
    running = undefined;
    spans.endPhase();
    writeRejects();
    const durationSeconds = secondsOf(clock.now() - since);
    write({event: 'phase-ended', phase, durationSeconds, ...counted.reached()});
  };

  const progress: Progress = {
    phase: phase => {
      endPhase();
      running = {phase, since: clock.now()};
      spans.beginPhase(phase);
    },
    advance: (counts, bytesRead, totalBytes) => {
      counted.advance(counts, bytesRead, totalBytes);
      throttled(() => {
        const phase = running && {phase: running.phase};
        const vehiclesPerSecond = counted.recentRate();
        write({event: 'progress', ...phase, ...counted.reached(), vehiclesPerSecond});
        writeRejects();
      });
    },
    ended: (_rejects, unknownElements) => {
      endPhase();
      for (const [reason, count] of Object.entries(unknownElements)) {
        write({event: 'unknown-element', reason, count});
      }
    },
  };

  write({event: 'started'});
  return {
    /** Logs phases, progress and rejects. */
    progress,
    write,
    /** Adds members to every later event, such as the generation once it has a name. */
    addFacts: (more: Facts): void => {
      known = {...known, ...more};
    },
    /** Writes the last event: the outcome, and the duration and counts of the whole build. */
    ended: (outcome: Outcome, facts: Facts = {}): void => {
      endPhase();
      writeRejects();
      const whole = {...counted.whole(), ...facts};
      write({...whole, event: outcome, outcome});
      spans.end(outcome, {...known, ...whole});
    },
    /** Waits for the last events. Returns a sentence about what could not be done, or null. */
    close: async (): Promise<string | null> => {
      const unwritten = await writer.close(closeMs);
      const oldest = new Date(clock.date().getTime() - recordDays * day);
      return unwritten ?? (await deleteOldMonths(installation, oldest, closeMs));
    },
  };
};

export type BuildLog = ReturnType<typeof openBuildLog>;
