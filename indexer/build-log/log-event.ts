import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import type {BuildEvent} from '#mappings/build-event.ts';
import type {Installation} from '../elasticsearch/installation.ts';
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

/**
 * Logs an operator's command that builds nothing, such as a rollback. Returns a sentence when the
 * event could not be written within `maxMs`, else null: the command has taken effect either way.
 */
export const logEvent = async (
  installation: Installation,
  entry: LogEntry,
  at = new Date(),
  maxMs = 5000,
): Promise<string | null> => {
  const writer = eventWriter(installation, at);
  writer.write({id: randomUUID(), event: toEvent(entry, at)});
  return await writer.close(maxMs);
};
