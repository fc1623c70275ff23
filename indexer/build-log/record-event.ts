import {randomUUID} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import {completeEvent, type Served, type Told} from './complete-event.ts';
import {eventWriter} from './event-writer.ts';

type Done = Omit<Told, 'event' | 'command'> & {readonly command: string} & (
    | ({readonly event: 'promoted' | 'rolled-back'} & Served)
    | {readonly event: 'pruned'}
  );

type When = {
  readonly at?: Date;
  /** Milliseconds that the command waits for the event to be written. */
  readonly patience?: number;
};

/**
 * Records what a person did without building, such as a rollback. Returns a sentence when it could
 * not be written, else null: what was done is done, whatever becomes of its record.
 */
export const recordEvent = async (
  client: Client,
  prefix: string,
  told: Done,
  {at = new Date(), patience = 5000}: When = {},
): Promise<string | null> => {
  const writer = eventWriter({client, prefix, at});
  writer.write({id: randomUUID(), replaceable: false, event: completeEvent(told, at)});
  return await writer.close(patience);
};
