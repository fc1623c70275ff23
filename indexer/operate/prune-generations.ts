import type {Client} from '@elastic/elasticsearch';
import {logEvent} from '../build-log/log-event.ts';
import {prune} from '../generation/prune.ts';
import {storedGenerations} from '../generation/stored-generations.ts';
import {takeLock} from '../lock/take-lock.ts';

type Pruning = {
  /** The versions that a person has agreed to lose. */
  readonly agreed: readonly string[];
  readonly keep: number;
  readonly lockMs: number;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
};

export type Pruned = {
  readonly pruned: readonly string[];
  /** Why the record lacks the event; null when it has it. */
  readonly notRecorded: string | null;
};

/**
 * Deletes generations while no build runs: those that were agreed on, as far as they may still go.
 * Throws `LockHeld` while one runs.
 */
export const pruneGenerations = async (
  client: Client,
  prefix: string,
  {agreed, keep, ...taking}: Pruning,
): Promise<Pruned> => {
  const lock = await takeLock(client, prefix, {...taking, command: 'prune'});
  try {
    await prune(client, prefix, keep, agreed);
    const left = (await storedGenerations(client, prefix)).map(({version}) => version);
    const pruned = agreed.filter(version => !left.includes(version));
    const sentence = `Deleted ${pruned.join(', ') || 'nothing'}.`;
    const event = {command: 'prune', event: 'pruned' as const, sentence};
    return {pruned, notRecorded: await logEvent(client, prefix, event)};
  } finally {
    await lock.release();
  }
};
