import {TryLater} from '#core/command-line/errors.ts';
import {pause, type RetryPolicy, retry} from '../write/retry.ts';
import type {LockDocument} from './indexer-state.ts';
import type {LockStore, StoredLock} from './lock-store.ts';
import {hasEnded} from './process-identity.ts';

/** Time in milliseconds; tests replace it. */
export type LockClock = {
  /** The time of day, which can be set. */
  readonly date: () => Date;
  /** Monotonic. */
  readonly now: () => number;
  /** Throws the reason of the signal when it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

export const systemClock: LockClock = {
  date: () => new Date(),
  now: () => performance.now(),
  wait: pause,
};

/** `Build 12 (import), process 4711 on host web1` */
const nameOf = ({lastBuild, holder}: LockDocument): string =>
  `Build ${lastBuild} (${holder?.command}), process ${holder?.pid} on host ${holder?.host}`;

/** Another build runs, so this one must not begin. */
export class LockHeld extends TryLater {
  constructor(lock: LockDocument) {
    super(
      `${nameOf(lock)}, has been running since ${lock.holder?.since}; its last heartbeat was at ` +
        `${lock.holder?.heartbeatAt}. Nothing was started. Run this again when it has ended; if it ` +
        'hangs, end that process first.',
    );
  }
}

export type Waiting = {
  readonly store: LockStore;
  /** A holder that is silent for so long is dead. */
  readonly lockMs: number;
  readonly policy: RetryPolicy;
  readonly say: (sentence: string) => void;
  readonly clock: LockClock;
};

/** How often the lock is read while a silent holder is given `lockMs`. */
const reads = 12;

/**
 * Whether the last heartbeat is recent by the time of day. Clocks differ, and one far ahead must not
 * hold the lock for ever: so this proves that the holder lives, never that it is dead.
 */
const isRecent = ({document: {holder}}: StoredLock, {lockMs, clock}: Waiting): boolean =>
  holder !== null && Math.abs(clock.date().getTime() - Date.parse(holder.heartbeatAt)) < lockMs;

/**
 * Reads the lock until its holder writes to it, or was silent for `lockMs` of monotonic time here,
 * whatever its own clock shows. Time in which Elasticsearch was away does not count: no heartbeat
 * could have been written.
 */
const isSilent = async (held: StoredLock, {store, lockMs, policy, clock}: Waiting) => {
  let since = clock.now();
  const read = async () => {
    try {
      return await store.read();
    } catch (error) {
      since = Number.POSITIVE_INFINITY;
      throw error;
    }
  };
  for (;;) {
    await clock.wait(lockMs / reads, policy.signal);
    const found = await retry(policy, read);
    if (found?.position.if_seq_no !== held.position.if_seq_no) return false;
    since = Math.min(since, clock.now());
    if (clock.now() - since >= lockMs) return true;
  }
};

/**
 * Waits until the lock can be taken and returns its document as it is then: it has no holder, or a
 * dead one. Throws `LockHeld` as soon as the holder is known to live.
 */
export const waitForLock = async (waiting: Waiting): Promise<StoredLock | undefined> => {
  const {store, policy, say, lockMs} = waiting;
  for (;;) {
    const stored = await retry(policy, store.read);
    if (!stored?.document.holder) return stored;
    const name = nameOf(stored.document);
    if (await hasEnded(stored.document.holder)) {
      say(`${name}, ended without releasing the lock. This build takes over.`);
      return stored;
    }
    if (isRecent(stored, waiting)) throw new LockHeld(stored.document);
    say(
      `${name}, sent its last heartbeat at ${stored.document.holder.heartbeatAt}. ` +
        `If it sends none within ${lockMs / 1000} s, this build takes over.`,
    );
    if (await isSilent(stored, waiting)) return stored;
    const moved = await retry(policy, store.read);
    if (moved?.document.holder) throw new LockHeld(moved.document);
  }
};
