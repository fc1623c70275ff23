import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {LockClock} from './lock-clock.ts';
import {LockHeld, nameOf} from './lock-errors.ts';
import type {LockStore, StoredLock} from './lock-store.ts';
import {hasEnded} from './own-process.ts';

type Watch = {
  readonly store: LockStore;
  /** A holder that is silent for so long is dead. */
  readonly lockMs: number;
  readonly policy: RetryPolicy;
  readonly say: (sentence: string) => void;
  readonly clock: LockClock;
};

/** Looks in the time that a holder is given. */
const looks = 12;

/**
 * Whether the holder's last sign of life is recent by the time of day. Clocks differ, and one far
 * ahead must not hold the lock for ever: so this only ever tells that it lives.
 */
const isRecent = ({document: {holder}}: StoredLock, {lockMs, clock}: Watch): boolean =>
  holder !== null && Math.abs(clock.date().getTime() - Date.parse(holder.heartbeatAt)) < lockMs;

/**
 * Looks at a silent holder until it moves or was silent for `lockMs` of our own time, whatever the
 * time of day is where it runs. Time in which the engine was away does not count: nobody could have
 * given a sign of life.
 */
const isSilent = async (held: StoredLock, {store, lockMs, policy, clock}: Watch) => {
  let since = clock.now();
  const look = async () => {
    try {
      return await store.read();
    } catch (error) {
      since = Number.POSITIVE_INFINITY;
      throw error;
    }
  };
  for (;;) {
    await clock.wait(lockMs / looks, policy.signal);
    const seen = await retry(policy, look);
    if (seen?.position.if_seq_no !== held.position.if_seq_no) return false;
    since = Math.min(since, clock.now());
    if (clock.now() - since >= lockMs) return true;
  }
};

/**
 * Waits until the lock can be taken and returns it as it is then: nobody holds it, or who does is
 * dead. Throws `LockHeld` as soon as it is known that the holder lives.
 */
export const untilFree = async (watch: Watch): Promise<StoredLock | undefined> => {
  for (;;) {
    const stored = await retry(watch.policy, watch.store.read);
    if (!stored?.document.holder) return stored;
    const name = nameOf(stored.document);
    if (await hasEnded(stored.document.holder)) {
      watch.say(`${name}, has ended without a word. This build takes over.`);
      return stored;
    }
    if (isRecent(stored, watch)) throw new LockHeld(stored.document);
    watch.say(
      `${name}, gave its last sign of life at ${stored.document.holder.heartbeatAt}. ` +
        `If it gives none within ${watch.lockMs / 1000} s, this build takes over.`,
    );
    if (await isSilent(stored, watch)) return stored;
    const moved = await retry(watch.policy, watch.store.read);
    if (moved?.document.holder) throw new LockHeld(moved.document);
  }
};
