import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import {context, type Span, SpanStatusCode, trace} from '@opentelemetry/api';
import {rate, throttle} from '#core/command-line/progress.ts';
import {keptSince} from '#core/domain/extract-name.ts';
import type {BuildEvent, Outcome} from '#mappings/build-event.ts';
import type {Phase, Progress} from '../write/import-progress.ts';
import type {ImportCounts} from '../write/import-report.ts';
import type {Indices} from '../write/indices.ts';
import {deleteOldMonths, eventWriter, keptEvents} from './event-writer.ts';

/** An event without its time and host, which the log adds. */
export type LogEntry = Omit<BuildEvent, '@timestamp' | 'host'>;

const host = hostname();

const tracer = trace.getTracer('vehicle-data-lookup-indexer');

/** Longer texts are not indexed. */
const maxSentence = 2000;

const toEvent = (entry: LogEntry, at: Date): BuildEvent => ({
  '@timestamp': at.toISOString(),
  host,
  ...entry,
  ...(entry.sentence && {sentence: entry.sentence.slice(0, maxSentence)}),
});

/** Why an event is missing from the build log; null when it is not. */
export type Logged = {readonly notRecorded: string | null};

/**
 * Logs an operator's command that builds nothing, such as a rollback, as `eventWriter` does until it is
 * closed with `maxMs`. The command has taken effect whether that succeeds or not.
 */
export const logEvent = async (
  indices: Indices,
  entry: LogEntry,
  at = new Date(),
  maxMs = 5000,
): Promise<Logged> => {
  const writer = eventWriter(indices, at);
  writer.write(randomUUID(), toEvent(entry, at));
  return {notRecorded: await writer.close(maxMs)};
};

type Facts = Omit<LogEntry, 'event' | 'outcome'>;

type Options = {
  readonly build: number;
  readonly command: string;
  /** Months that ended longer ago are deleted. */
  readonly recordDays: number;
  /** Members of every event. */
  readonly facts?: Facts;
  /** The indexer's folder, which keeps events that Elasticsearch does not accept for the next build. */
  readonly directory?: string;
  /** How long `close` waits for the last events to be written, in milliseconds. */
  readonly closeMs?: number;
  readonly clock?: {readonly now: () => number; readonly date: () => Date};
};

const systemClock = {now: () => performance.now(), date: () => new Date()};

/** Milliseconds between two events of progress. */
const progressMs = 5000;

/**
 * The log of one build in `index-builds`, written while the build runs. A build does not depend on
 * its log: nothing here throws, and only `close` waits for Elasticsearch.
 */
export const openBuildLog = (
  indices: Indices,
  {build, command, recordDays, facts = {}, directory, closeMs = 5000, clock = systemClock}: Options,
) => {
  const file = directory && keptEvents(directory, indices.prefix);
  const writer = eventWriter(indices, clock.date(), file);
  const series = `${build}-${randomUUID()}`;
  const started = clock.now();
  const recentRate = speedometer(clock.now);
  // The span of the build is named after its command; below it are those of its phases.
  const whole = tracer.startSpan(command, {attributes: {'build.number': build}, root: true});
  const withinBuild = trace.setSpan(context.active(), whole);
  const throttled = throttle(progressMs, clock.now);
  let known: Facts = facts;
  let sequence = 0;
  let reached: Facts = {};
  let rejectsByReason: ImportCounts['rejectsByReason'] = {};
  const loggedRejects = new Map<string, number>();
  const phases: Record<string, number> = {};
  let running: {readonly phase: Phase; readonly since: number; readonly span: Span} | undefined;

  /** @param id Of an event that replaces the one before with the same. */
  const write = (entry: LogEntry, id?: string): void => {
    sequence += 1;
    const event = toEvent({build, command, ...known, ...entry}, clock.date());
    writer.write(`${series}-${id ?? sequence}`, event);
  };

  const writeRejects = () => {
    for (const [reason, count] of Object.entries(rejectsByReason)) {
      if (loggedRejects.get(reason) === count) continue;
      loggedRejects.set(reason, count);
      write({event: 'rejects', reason, count}, `rejects-${reason}`);
    }
  };

  const endPhase = () => {
    if (!running) return;
    const {phase, since, span} = running;
    running = undefined;
    span.end();
    writeRejects();
    const durationSeconds = secondsOf(clock.now() - since);
    phases[phase] = (phases[phase] ?? 0) + durationSeconds;
    write({event: 'phase-ended', phase, durationSeconds, ...reached});
  };

  const progress: Progress = {
    phase: phase => {
      endPhase();
      running = {phase, since: clock.now(), span: tracer.startSpan(phase, {}, withinBuild)};
    },
    advance: (counts, bytesRead, totalBytes) => {
      const {records, vehicles, repeats, rejects} = counts;
      const size = totalBytes !== null && {totalBytes};
      reached = {records, vehicles, repeats, rejects, bytesRead, ...size};
      rejectsByReason = counts.rejectsByReason;
      throttled(() => {
        const phase = running && {phase: running.phase};
        write({event: 'progress', ...phase, ...reached, vehiclesPerSecond: recentRate(vehicles)});
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
    /** The seconds of each phase that has ended. */
    phases,
    write,
    /** Adds members to every later event, such as the generation once it has a name. */
    addFacts: (more: Facts): void => {
      known = {...known, ...more};
    },
    /** Writes the outcome, and the duration and counts of the whole build. Only `pruned` events follow. */
    ended: (outcome: Outcome, facts: Facts = {}): void => {
      endPhase();
      writeRejects();
      const took = clock.now() - started;
      const {vehicles} = reached;
      const speed = vehicles !== undefined && {vehiclesPerSecond: rate(vehicles, took)};
      const result = {...reached, ...speed, durationSeconds: secondsOf(took), ...facts};
      write({...result, event: outcome, outcome});
      endSpan(whole, outcome, {...known, ...result});
    },
    /** Waits for the last events. Returns a sentence about what could not be done, or null. */
    close: async (): Promise<string | null> => {
      const unwritten = await writer.close(closeMs);
      const oldest = keptSince(clock.date(), known.extractedAt, recordDays);
      return unwritten ?? (await deleteOldMonths(indices, oldest, closeMs));
    },
  };
};

export type BuildLog = ReturnType<typeof openBuildLog>;

/** To the millisecond. */
const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;

/** Vehicles per second since the previous call, at first since now. */
const speedometer = (now: () => number) => {
  let [lastTime, lastVehicles] = [now(), 0];
  return (vehicles: number): number => {
    const time = now();
    const recent = rate(vehicles - lastVehicles, time - lastTime);
    [lastTime, lastVehicles] = [time, vehicles];
    return recent;
  };
};

/** The outcomes of builds that did not do what they were started for. */
const failures: readonly Outcome[] = ['refused', 'failed', 'interrupted'];

/** Ends the span of a build. An attribute that is undefined is not set. */
const endSpan = (span: Span, outcome: Outcome, result: Facts): void => {
  span.setAttributes({
    'build.outcome': outcome,
    'build.generation': result.generation,
    'build.records': result.records,
    'build.vehicles': result.vehicles,
    'build.repeats': result.repeats,
    'build.rejects': result.rejects,
  });
  if (failures.includes(outcome)) {
    span.setStatus({code: SpanStatusCode.ERROR});
    span.setAttribute('error.type', result.reason ?? outcome);
  }
  span.end();
};
