import {readFile, readlink} from 'node:fs/promises';
import {TryLater} from '#core/command-line/errors.ts';
import type {Indices} from '../write/indices.ts';
import {pause, type RetryPolicy, retry} from '../write/retry.ts';
import {
  type Holder,
  type LockDocument,
  type LockStore,
  lockStore,
  type StoredLock,
} from './lock-document.ts';

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
const isSilent = async (stored: StoredLock, {store, lockMs, policy, clock}: Waiting) => {
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
    if (found?.position.if_seq_no !== stored.position.if_seq_no) return false;
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

type Process = Exclude<Holder['process'], null>;

/** The state and the start of a process by its number, from the fields after its name. */
const statOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {state: fields[0], startTime: fields[19] ?? ''};
};

/** Process numbers are unique within a PID namespace of one boot. */
const pidScope = async () => ({
  bootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
  pidNamespace: await readlink('/proc/self/ns/pid'),
});

/** This process as others on the machine can identify it; null without `/proc`. */
export const ownProcess = async (): Promise<Process | null> => {
  const own = Promise.all([pidScope(), statOf(process.pid)]).catch(() => null);
  const [here, stat] = (await own) ?? [];
  return here && stat ? {...here, startTime: stat.startTime} : null;
};

const isNumberFree = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it is alive, under another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * Whether the process has certainly ended: its number is free, reused by a later process, or that of
 * a zombie. False for a process of another machine or container, which cannot be seen from here.
 */
export const hasEnded = async ({pid, process}: Pick<Holder, 'pid' | 'process'>) => {
  const here = await pidScope().catch(() => null);
  const isSameScope =
    process?.bootId === here?.bootId && process?.pidNamespace === here?.pidNamespace;
  if (!process || !here || !isSameScope) return false;
  if (isNumberFree(pid)) return true;
  const stat = await statOf(pid).catch(() => null);
  return stat !== null && (stat.startTime !== process.startTime || /[ZX]/.test(stat.state ?? ''));
};

/** The build that has the lock; undefined when none does. */
export const currentBuild = async (indices: Indices) => {
  const lock = (await lockStore(indices).read())?.document;
  if (!lock?.holder) return undefined;
  const {command, host, pid, since, heartbeatAt: lastSignOfLife, candidate} = lock.holder;
  const process = {host, pid, since, lastSignOfLife, hasEnded: await hasEnded(lock.holder)};
  return {build: lock.lastBuild, command, ...process, candidate};
};

export type CurrentBuild = NonNullable<Awaited<ReturnType<typeof currentBuild>>>;
