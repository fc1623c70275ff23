import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import {TryLater} from '#core/command-line/errors.ts';
import type {Indices} from '../write/indices.ts';
import {
  EngineUnavailable,
  isTransient,
  outcomeRetry,
  pause,
  retry,
  shortRetry,
} from '../write/retry.ts';
import {removeLeftovers} from './discard.ts';
import {createStateIndex} from './indexer-state.ts';
import {
  type Holder,
  hasEnded,
  type LockDocument,
  lockStore,
  ownProcess,
  type StoredLock,
} from './lock-document.ts';
import {nextBuild, storedGenerations} from './stored-generations.ts';

/** Time in milliseconds; tests replace it. */
export type LockClock = {
  /** The time of day, which can be set. */
  readonly date: () => Date;
  /** Monotonic. */
  readonly now: () => number;
  /** Throws the reason of the signal when it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

const systemClock: LockClock = {
  date: () => new Date(),
  now: () => performance.now(),
  wait: pause,
};

type Taking = {
  /** The command of the indexer, shown to others while it holds the lock. */
  readonly command: string;
  /** How long a holder may be silent before it counts as dead. */
  readonly lockMs: number;
  readonly signal: AbortSignal;
  /** Tells the operator what it waits for. */
  readonly say: (sentence: string) => void;
  readonly clock?: LockClock;
};

/** Common to waiting for the lock and to holding it. */
type Lock = Required<Omit<Taking, 'command'>> & {
  readonly store: ReturnType<typeof lockStore>;
};

/**
 * Takes the lock that lets one build run at a time, and removes what dead builders left behind.
 *
 * The lock is a document; it is taken by replacing the version that was read, so of two takers one
 * wins. A holder whose process has ended on this machine is dead at once, any other after `lockMs`
 * of monotonic time without a heartbeat.
 *
 * Throws `LockHeld` while another build runs, with nothing created, and the reason of `signal`.
 */
export const takeLock = async (
  indices: Indices,
  {command, lockMs, signal, say, clock = systemClock}: Taking,
): Promise<BuildLock> => {
  // A request about the lock must not hang for as long as others may.
  const options = {requestTimeout: Math.max(1000, lockMs / 3), maxRetries: 0};
  const store = lockStore(indices, options);
  const lock = {store, lockMs, signal, say, clock};
  const policy = {...outcomeRetry, signal};
  await retry({...shortRetry, signal}, store.read);

  const token = randomUUID();
  const self = {token, command, host: hostname(), pid: process.pid, process: await ownProcess()};
  /** Undefined when another taker was faster. The candidate of a dead holder is abandoned. */
  const takeOver = async (free: StoredLock | undefined) => {
    await retry(policy, () => createStateIndex(indices, options));
    const stored = await retry(policy, () => storedGenerations(indices));
    const {lastBuild, abandoned = [], holder: dead} = free?.document ?? {};
    const since = clock.date().toISOString();
    const document: LockDocument = {
      kind: 'lock',
      lastBuild: nextBuild(stored, lastBuild),
      holder: {...self, since, heartbeatAt: since, candidate: null},
      abandoned: dead?.candidate ? [...abandoned, dead.candidate] : abandoned,
    };
    const found = await retry(policy, () => store.write(document, free?.position));
    return found?.document.holder?.token === token ? found : undefined;
  };
  let taken: StoredLock | undefined;
  while (!taken) taken = await takeOver(await waitForLock(lock));

  const held = holdLock(lock, taken);
  try {
    const {abandoned} = taken.document;
    const removed = await removeLeftovers(indices, abandoned, policy);
    if (removed.length > 0) {
      const versions = removed.map(({version}) => version).join(', ');
      say(`Removed what earlier builds left behind: ${versions}.`);
    }
    if (abandoned.length > 0) await held.clearAbandoned();
    return held;
  } catch (error) {
    await held.release();
    throw error;
  }
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

/**
 * Waits until the lock can be taken and returns its document as it is then: it has no holder, or a
 * dead one. Throws `LockHeld` as soon as the holder is known to live.
 */
const waitForLock = async (lock: Lock): Promise<StoredLock | undefined> => {
  const {store, lockMs, signal, say, clock} = lock;
  const stored = await retry({...outcomeRetry, signal}, store.read);
  if (!stored?.document.holder) return stored;
  const name = nameOf(stored.document);
  const {heartbeatAt} = stored.document.holder;
  if (await hasEnded(stored.document.holder)) {
    say(`${name}, ended without releasing the lock. This build takes over.`);
    return stored;
  }
  // Clocks differ, and one far ahead must not hold the lock for ever: so the time of day proves that
  // the holder lives, never that it is dead.
  const isRecent = Math.abs(clock.date().getTime() - Date.parse(heartbeatAt)) < lockMs;
  if (isRecent) throw new LockHeld(stored.document);
  say(
    `${name}, sent its last heartbeat at ${heartbeatAt}. ` +
      `If it sends none within ${lockMs / 1000} s, this build takes over.`,
  );
  return await watchHolder(lock, stored);
};

/** How often the lock is read while a silent holder is given `lockMs`. */
const reads = 12;

/**
 * Reads the lock until its holder writes to it, or was silent for `lockMs` of monotonic time here,
 * whatever its own clock shows. Time in which Elasticsearch was away does not count: no heartbeat
 * could have been written.
 */
const watchHolder = async ({store, lockMs, signal, clock}: Lock, stored: StoredLock) => {
  let since = clock.now();
  for (;;) {
    await clock.wait(lockMs / reads, signal);
    const found = await retry({...outcomeRetry, signal}, attempt => {
      if (attempt > 0) since = Number.POSITIVE_INFINITY;
      return store.read();
    });
    const isWritten = found?.position.if_seq_no !== stored.position.if_seq_no;
    if (isWritten && found?.document.holder) throw new LockHeld(found.document);
    since = Math.min(since, clock.now());
    if (isWritten || clock.now() - since >= lockMs) return found;
  }
};

/** Another build may have taken over from this process, or the lock cannot be kept. */
export class LockLost extends TryLater {
  constructor(cause?: unknown) {
    super(
      cause instanceof Error
        ? `The lock could not be kept (${cause.message}). Run this again.`
        : 'This build sent no heartbeat for so long that another may have taken over, or the lock was removed. Run this again.',
      {cause},
    );
  }
}

/** Heartbeats in the time after which a silent holder counts as dead. */
const heartbeats = 6;

/**
 * Keeps a lock that was taken: sends heartbeats until it is released. Writes follow one another, each
 * replacing the version before; when that version is gone, the document tells whether it was replaced
 * by a write of our own whose response was lost, or by another holder. An engine that is away does not
 * lose the lock: the next heartbeat finds out.
 */
const holdLock = ({store, lockMs, clock, signal: stopped, say}: Lock, taken: StoredLock) => {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopped, lost.signal]);
  const policy = {...outcomeRetry, signal};
  const token = taken.document.holder?.token;
  let stored = taken;
  let last: Promise<unknown> = Promise.resolve();

  const put = async (document: LockDocument): Promise<void> => {
    for (;;) {
      lost.signal.throwIfAborted();
      const found = await store.write(document, stored.position);
      const isWritten = isDeepStrictEqual(found?.document, document);
      if (found && (isWritten || found.document.holder?.token === token)) stored = found;
      else lost.abort(new LockLost());
      if (isWritten) return;
    }
  };

  const change = (changed: (before: LockDocument) => Partial<LockDocument>): Promise<void> => {
    const writing = last.then(() => put({...stored.document, ...changed(stored.document)}));
    last = writing.catch(() => {});
    return writing;
  };

  const changeHolder = (changes: Partial<Holder>) =>
    change(({holder}) => ({holder: holder && {...holder, ...changes}}));

  const timer = setTimeout(async () => {
    try {
      await changeHolder({heartbeatAt: clock.date().toISOString()});
    } catch (error) {
      if (!isTransient(error) && !lost.signal.aborted) lost.abort(new LockLost(error));
    }
    // Sets it again, unless it was cleared meanwhile.
    timer.refresh();
  }, lockMs / heartbeats).unref();

  return {
    /** The number of this build, higher than every number before it. */
    build: taken.document.lastBuild,
    /** Aborts with the reason of the taker's signal, or with `LockLost`. */
    signal,
    /**
     * Names the candidate before its indices exist, so that the next holder can remove them. Null: it
     * is complete and waits to go live, and the next holder leaves it.
     */
    nameCandidate: (candidate: string | null) => retry(policy, () => changeHolder({candidate})),
    /** The candidates of dead builders are removed. */
    clearAbandoned: () => retry(policy, () => change(() => ({abandoned: []}))),
    /** Lets the next build begin. While Elasticsearch is away it does not fail: the next one takes over. */
    release: async (): Promise<void> => {
      clearTimeout(timer);
      await last;
      try {
        await retry(shortRetry, () => change(() => ({holder: null})));
      } catch (error) {
        if (error instanceof LockLost) return;
        if (!(error instanceof EngineUnavailable)) throw error;
        say('The lock could not be released; the next build takes it over.');
      }
    },
  };
};

/** The right to build. It is lost when no heartbeat gets through for long. */
export type BuildLock = ReturnType<typeof holdLock>;
