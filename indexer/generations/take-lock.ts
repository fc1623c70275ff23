import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import type {Installation} from '../write/installation.ts';
import {outcomeRetry, retry, shortRetry} from '../write/retry.ts';
import {type BuildLock, holdLock} from './hold-lock.ts';
import {createStateIndex, type Holder, type LockDocument} from './indexer-state.ts';
import {lockStore, type StoredLock} from './lock-store.ts';
import {ownProcess} from './process-identity.ts';
import {removeLeftovers} from './prune.ts';
import {nextBuild, storedGenerations} from './stored-generations.ts';
import {type LockClock, systemClock, waitForLock} from './wait-for-lock.ts';

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
  installation: Installation,
  {command, lockMs, signal, say, clock = systemClock}: Taking,
): Promise<BuildLock> => {
  // A request about the lock must not hang for as long as others may.
  const options = {requestTimeout: Math.max(1000, lockMs / 3), maxRetries: 0};
  const store = lockStore(installation, options);
  const policy = {...outcomeRetry, signal};
  await retry({...shortRetry, signal}, store.read);

  const token = randomUUID();
  const self = {token, command, host: hostname(), pid: process.pid, process: await ownProcess()};
  const swap = async (free: StoredLock | undefined) => {
    await retry(policy, () => createStateIndex(installation, options));
    const stored = await retry(policy, () => storedGenerations(installation));
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
    const removed = await removeLeftovers(installation, abandoned, policy);
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
