import {randomUUID} from 'node:crypto';
import {readFile, readlink} from 'node:fs/promises';
import {hostname} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import type {estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
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
import {createStateIndex, instant, lockAlias, stateIndex, storedDocument} from './indexer-state.ts';
import {nextBuild, storedGenerations} from './stored-generations.ts';

export type Holder = z.output<typeof Holder>;

/** The build that has the lock. */
export const Holder = z.strictObject({
  /** Random for each build: marks the writes of this holder. */
  token: z.string(),
  command: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Tells the process from others that have had its number; null without `/proc`. */
  process: z
    .strictObject({bootId: z.string(), pidNamespace: z.string(), startTime: z.string()})
    .nullable(),
  since: instant,
  heartbeatAt: instant,
  /** The version that it fills, set before its indices exist. */
  candidate: z.string().nullable(),
});

export type LockDocument = z.output<typeof LockDocument>;

/** The document `lock`. */
export const LockDocument = z.strictObject({
  kind: z.literal('lock'),
  /** The highest build number so far: that of the holder, if there is one. */
  lastBuild: z.int(),
  holder: Holder.nullable(),
  /** Candidates of dead builders that have not been removed yet. */
  abandoned: z.array(z.string()),
});

/** The document, and the version of it that a write replaces. */
const toStored = (
  document: LockDocument,
  {_seq_no = -1, _primary_term = -1}: Pick<estypes.WriteResponseBase, '_seq_no' | '_primary_term'>,
) => ({document, position: {if_seq_no: _seq_no, if_primary_term: _primary_term}});

export type StoredLock = ReturnType<typeof toStored>;

const id = 'lock';

/** Reads and writes the lock document. A write names the version it replaces. */
export const lockStore = ({client, prefix}: Indices, options: TransportRequestOptions = {}) => {
  /** Undefined before the first build. */
  const read = async (): Promise<StoredLock | undefined> => {
    const request = {index: stateIndex(prefix), id};
    const hit = await client.get(request, {...options, ignore: [404]});
    return hit.found ? toStored(storedDocument(LockDocument, hit), hit) : undefined;
  };
  /**
   * Replaces the version at `position`, or creates the first. Returns what is stored then: another
   * document, or none, when that version or the index is gone.
   */
  const write = async (
    document: LockDocument,
    position: StoredLock['position'] | undefined,
  ): Promise<StoredLock | undefined> => {
    const condition = position ?? {op_type: 'create' as const};
    const request = {index: lockAlias(prefix), require_alias: true, id, document, ...condition};
    const written = await client.index(request, {...options, ignore: [404, 409]});
    return written._seq_no === undefined ? await read() : toStored(document, written);
  };
  return {read, write};
};

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
export const ownProcess = () =>
  Promise.all([pidScope(), statOf(process.pid)])
    .then(([scope, {startTime}]) => ({...scope, startTime}))
    .catch(() => null);

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
  if (!process || !here) return false;
  const {bootId, pidNamespace, startTime} = process;
  if (bootId !== here.bootId || pidNamespace !== here.pidNamespace) return false;
  if (isNumberFree(pid)) return true;
  const stat = await statOf(pid).catch(() => null);
  return stat !== null && (stat.startTime !== startTime || /[ZX]/.test(stat.state ?? ''));
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

/** How often the lock is read while a silent holder is given `lockMs`. */
const reads = 12;

/**
 * Waits until the lock can be taken and returns its document as it is then: it has no holder, or a
 * dead one. A silent holder is watched until it was so for `lockMs` of monotonic time here, whatever its
 * own clock shows. Time in which Elasticsearch was away does not count: no heartbeat could have been
 * written. Throws `LockHeld` as soon as the holder is known to live.
 */
const waitForLock = async ({
  store,
  lockMs,
  signal,
  say,
  clock,
}: Lock): Promise<StoredLock | undefined> => {
  const policy = {...outcomeRetry, signal};
  const stored = await retry(policy, store.read);
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
  let since = clock.now();
  for (;;) {
    await clock.wait(lockMs / reads, signal);
    const found = await retry(policy, attempt => {
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
