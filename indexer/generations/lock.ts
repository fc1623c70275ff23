import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import {TryLater} from '#core/command-line/errors.ts';
import type {Indices} from '../write/indices.ts';
import {EngineUnavailable, isTransient, outcomeRetry, retry, shortRetry} from '../write/retry.ts';
import {removeLeftovers} from './discard.ts';
import {createStateIndex} from './indexer-state.ts';
import {type Holder, type LockDocument, lockStore, type StoredLock} from './lock-document.ts';
import {type LockClock, ownProcess, systemClock, type Waiting, waitForLock} from './lock-holder.ts';
import {nextBuild, storedGenerations} from './stored-generations.ts';

export type Taking = {
  /** The command of the indexer, shown to others while it holds the lock. */
  readonly command: string;
  /** How long a holder may be silent before it counts as dead. */
  readonly lockMs: number;
  readonly signal: AbortSignal;
  /** Tells the operator what it waits for. */
  readonly say: (sentence: string) => void;
  readonly clock?: LockClock;
};

/** The lock document of a new holder. The candidate of a dead predecessor is added to `abandoned`. */
const takenOver = (before: LockDocument | undefined, holder: Holder, build: number) => {
  const {abandoned: known = [], holder: dead} = before ?? {};
  const abandoned = dead?.candidate ? [...known, dead.candidate] : known;
  return {kind: 'lock' as const, lastBuild: build, holder, abandoned};
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
  const policy = {...outcomeRetry, signal};
  await retry({...shortRetry, signal}, store.read);

  const token = randomUUID();
  const self = {token, command, host: hostname(), pid: process.pid, process: await ownProcess()};
  const swap = async (free: StoredLock | undefined) => {
    await retry(policy, () => createStateIndex(indices, options));
    const stored = await retry(policy, () => storedGenerations(indices));
    const build = nextBuild(stored, free?.document.lastBuild);
    const since = clock.date().toISOString();
    const holder = {...self, since, heartbeatAt: since, candidate: null};
    const document = takenOver(free?.document, holder, build);
    return await retry(policy, async () => {
      const written = await store.write(document, free?.position);
      if (written) return written;
      const found = await store.read();
      return found?.document.holder?.token === token ? found : undefined;
    });
  };
  let taken: StoredLock | undefined;
  while (!taken) taken = await swap(await waitForLock({store, lockMs, policy, say, clock}));

  const lock = holdLock({store, taken, token, lockMs, clock, signal, say});
  try {
    const {abandoned} = taken.document;
    const removed = await removeLeftovers(indices, abandoned, policy);
    if (removed.length > 0) {
      const versions = removed.map(({version}) => version).join(', ');
      say(`Removed what earlier builds left behind: ${versions}.`);
    }
    if (abandoned.length > 0) await lock.clearAbandoned();
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
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

type Holding = Omit<Waiting, 'policy'> & {
  readonly taken: StoredLock;
  /** Marks the writes of this process. */
  readonly token: string;
  readonly signal: AbortSignal;
};

/** Heartbeats in the time after which a silent holder counts as dead. */
const heartbeats = 6;

const withHolder = (
  document: LockDocument,
  changes: Partial<NonNullable<LockDocument['holder']>>,
): LockDocument => ({...document, holder: document.holder && {...document.holder, ...changes}});

/**
 * Keeps a lock that was taken: sends heartbeats until it is released. Writes follow one another, each
 * replacing the version before; when that version is gone, the document tells whether it was replaced
 * by a write of our own whose response was lost, or by another holder. An engine that is away does not
 * lose the lock: the next heartbeat finds out.
 */
export const holdLock = ({store, taken, token, lockMs, clock, signal: stopped, say}: Holding) => {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopped, lost.signal]);
  const policy = {...outcomeRetry, signal};
  let stored = taken;
  let last: Promise<unknown> = Promise.resolve();

  const put = async (document: LockDocument): Promise<void> => {
    for (;;) {
      lost.signal.throwIfAborted();
      const written = await store.write(document, stored.position);
      const found = written ?? (await store.read());
      const isWritten = isDeepStrictEqual(found?.document, document);
      if (found && (isWritten || found.document.holder?.token === token)) stored = found;
      else lost.abort(new LockLost());
      if (isWritten) return;
    }
  };

  const change = (changed: (document: LockDocument) => LockDocument): Promise<void> => {
    const writing = last.then(() => put(changed(stored.document)));
    last = writing.catch(() => {});
    return writing;
  };

  const beat = async (): Promise<void> => {
    const heartbeatAt = clock.date().toISOString();
    try {
      await change(document => withHolder(document, {heartbeatAt}));
    } catch (error) {
      if (!isTransient(error) && !lost.signal.aborted) lost.abort(new LockLost(error));
    }
  };

  let isBeating = false;
  const timer = setInterval(async () => {
    if (isBeating) return;
    isBeating = true;
    await beat();
    isBeating = false;
  }, lockMs / heartbeats).unref();

  return {
    /** The number of this build, higher than every number before it. */
    build: taken.document.lastBuild,
    /** Aborts with the reason of the taker's signal, or with `LockLost`. */
    signal,
    /** Names the candidate before its indices exist, so that the next holder can remove them. */
    nameCandidate: (candidate: string) =>
      retry(policy, () => change(document => withHolder(document, {candidate}))),
    /** The candidate is complete and waits to go live: the next holder leaves it. */
    keepCandidate: () =>
      retry(policy, () => change(document => withHolder(document, {candidate: null}))),
    /** The candidates of dead builders are removed. */
    clearAbandoned: () => retry(policy, () => change(document => ({...document, abandoned: []}))),
    /** Lets the next build begin. While Elasticsearch is away it does not fail: the next one takes over. */
    release: async (): Promise<void> => {
      clearInterval(timer);
      await last;
      try {
        await retry(shortRetry, () => change(document => ({...document, holder: null})));
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
