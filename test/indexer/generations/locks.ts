import type {Client} from '@elastic/elasticsearch';
import {createStateIndex} from '#indexer/generations/indexer-state.ts';
import {
  type Holder,
  type LockClock,
  type LockDocument,
  lockStore,
  takeLock,
} from '#indexer/generations/lock.ts';
import type {Scope} from '../../helpers/scope.ts';
import {generations} from './generations.ts';

export const lockMs = 60_000;

/** A clock on which nothing takes any time but waiting, which is over at once. */
export const quickClock = (date = '2026-11-15T12:00:00Z', onWait = async () => {}) => {
  let waited = 0;
  const clock: LockClock = {
    date: () => new Date(Date.parse(date) + waited),
    now: () => waited,
    wait: async (milliseconds, signal) => {
      waited += milliseconds;
      await onWait();
      signal.throwIfAborted();
    },
  };
  return {clock, waited: () => waited};
};

/** A builder on another machine, of whose process nothing is known here. */
export const elsewhere = (holder: Partial<Holder> = {}): Holder => ({
  token: 'theirs',
  command: 'import',
  host: 'elsewhere',
  pid: 4711,
  process: null,
  since: '2026-11-15T09:00:00.000Z',
  heartbeatAt: '2026-11-15T10:00:00.000Z',
  candidate: null,
  ...holder,
});

type Taking = Partial<Parameters<typeof takeLock>[1]> & {readonly client?: Client};

/** An installation whose lock is taken as a build takes it; every lock is released in the end. */
export const locks = (t: Scope) => {
  const made = generations(t);
  const {client, prefix} = made;
  const store = lockStore({client, prefix});
  const said: string[] = [];
  // The heartbeats keep no process alive by themselves: a build has other work.
  const atWork = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(atWork));
  return {
    ...made,
    store,
    said,
    take: async ({client: through = client, ...rest}: Taking = {}) => {
      const lock = await takeLock(
        {client: through, prefix},
        {
          command: 'import',
          lockMs,
          signal: new AbortController().signal,
          say: sentence => void said.push(sentence),
          ...rest,
        },
      );
      t.teardown(lock.release);
      return lock;
    },
    /** Writes that `holder` has build 7, whoever has the lock and goes on writing to it. */
    heldBy: async (holder: Holder, document: Partial<LockDocument> = {}) => {
      await createStateIndex({client, prefix});
      const whole = {kind: 'lock' as const, lastBuild: 7, abandoned: [], ...document, holder};
      for (;;) {
        const found = await store.write(whole, (await store.read())?.position);
        if (found?.document === whole) return found;
      }
    },
    document: async (): Promise<LockDocument | undefined> => (await store.read())?.document,
  };
};
