import type {Installation} from '../elasticsearch/installation.ts';
import type {Holder} from '../state/indexer-state.ts';
import {lockStore} from './lock-store.ts';
import {hasEnded} from './process-identity.ts';

/** The build that has the lock. */
export type CurrentBuild = Omit<Holder, 'token' | 'process' | 'heartbeatAt'> & {
  readonly build: number;
  readonly lastSignOfLife: string;
  /** Its process has certainly ended: the next build takes over. */
  readonly hasEnded: boolean;
};

/** The build that has the lock; undefined when none does. */
export const currentBuild = async (
  installation: Installation,
): Promise<CurrentBuild | undefined> => {
  const lock = (await lockStore(installation).read())?.document;
  if (!lock?.holder) return undefined;
  const {command, host, pid, since, heartbeatAt: lastSignOfLife, candidate} = lock.holder;
  const process = {host, pid, since, lastSignOfLife, hasEnded: await hasEnded(lock.holder)};
  return {build: lock.lastBuild, command, ...process, candidate};
};
