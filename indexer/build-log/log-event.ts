import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import type {BuildEvent} from '#mappings/build-event.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {eventWriter} from './event-writer.ts';

/** An event without its time and host, which the log adds. */
export type LogEntry = Omit<BuildEvent, '@timestamp' | 'host'>;

/** Required of events after which another generation is live: the dashboard shows it and its age. */
export type NowLive = {readonly generation: string; readonly importedAt: string};

const host = hostname();

/** Longer texts are not indexed. */
const maxSentence = 2000;

export const toEvent = (entry: LogEntry, at: Date): BuildEvent => ({
  '@timestamp': at.toISOString(),
  host,
  ...entry,
  ...(entry.sentence && {sentence: entry.sentence.slice(0, maxSentence)}),
});

type OperatorEntry = Omit<LogEntry, 'event' | 'command'> & {readonly command: string} & (
    | ({readonly event: 'promoted' | 'rolled-back'} & NowLive)
    | {readonly event: 'pruned'}
  );

type Options = {
  readonly at?: Date;
  /** How long to wait for the event to be written, in milliseconds. */
  readonly maxMs?: number;
};

/**
 * Logs an operator's command that builds nothing, such as a rollback. Returns a sentence when the
 * event could not be written, else null: the command has taken effect either way.
 */
export const logEvent = async (
  {client, prefix}: Installation,
  entry: OperatorEntry,
  {at = new Date(), maxMs = 5000}: Options = {},
): Promise<string | null> => {
  const writer = eventWriter({client, prefix, at});
  writer.write({id: randomUUID(), replaceable: false, event: toEvent(entry, at)});
  return await writer.close(maxMs);
};
