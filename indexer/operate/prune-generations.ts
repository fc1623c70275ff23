import {logEvent} from '../build-log/log-event.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {prune} from '../generation/prune.ts';
import {storedGenerations} from '../generation/stored-generations.ts';
import {type Taking, takeLock} from '../lock/take-lock.ts';

type Pruning = Omit<Taking, 'command'> & {
  /** The versions that the operator confirmed. */
  readonly confirmed: readonly string[];
  readonly keep: number;
};

export type Pruned = {
  readonly pruned: readonly string[];
  /** Why the event is missing from the build log; null when it is not. */
  readonly notRecorded: string | null;
};

/** Deletes the confirmed generations that are still prunable. Throws `LockHeld` while a build runs. */
export const pruneGenerations = async (
  installation: Installation,
  {confirmed, keep, ...taking}: Pruning,
): Promise<Pruned> => {
  const lock = await takeLock(installation, {...taking, command: 'prune'});
  try {
    await prune(installation, keep, confirmed);
    const left = (await storedGenerations(installation)).map(({version}) => version);
    const pruned = confirmed.filter(version => !left.includes(version));
    const sentence = `Deleted ${pruned.join(', ') || 'nothing'}.`;
    const event = {command: 'prune', event: 'pruned' as const, sentence};
    return {pruned, notRecorded: await logEvent(installation, event)};
  } finally {
    await lock.release();
  }
};
