import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import type {BuildEvent} from '#mappings/build-event.ts';
import type {Installation} from '../write/installation.ts';
import {eventWriter} from './event-writer.ts';

/** An event without its time and host, which the log adds. */
export type LogEntry = Omit<BuildEvent, '@timestamp' | 'host'>;

const host = hostname();

/** Longer texts are not indexed. */
const maxSentence = 2000;

export const toEvent = (entry: LogEntry, at: Date): BuildEvent => ({
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
  installation: Installation,
  entry: LogEntry,
  at = new Date(),
  maxMs = 5000,
): Promise<Logged> => {
  const writer = eventWriter(installation, at);
  writer.write({id: randomUUID(), event: toEvent(entry, at)});
  return {notRecorded: await writer.close(maxMs)};
};
