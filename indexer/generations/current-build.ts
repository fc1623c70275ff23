import type {Installation} from '../write/installation.ts';
import {lockStore} from './lock-store.ts';
import {hasEnded} from './process-identity.ts';

/** The build that has the lock; undefined when none does. */
export const currentBuild = async (installation: Installation) => {
  const lock = (await lockStore(installation).read())?.document;
  if (!lock?.holder) return undefined;
  const {command, host, pid, since, heartbeatAt: lastSignOfLife, candidate} = lock.holder;
  const process = {host, pid, since, lastSignOfLife, hasEnded: await hasEnded(lock.holder)};
  return {build: lock.lastBuild, command, ...process, candidate};
};

export type CurrentBuild = NonNullable<Awaited<ReturnType<typeof currentBuild>>>;
