import type {Client} from '@elastic/elasticsearch';
import {lockStore} from './lock-store.ts';
import {hasEnded} from './process-identity.ts';

/** The holder of the lock. */
export type CurrentBuild = {
  readonly build: number;
  readonly command: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  readonly lastSignOfLife: string;
  /** The version it fills; null before that. */
  readonly candidate: string | null;
  /** Its process is known to be gone: the next build takes over. */
  readonly hasEnded: boolean;
};

/** The build that holds the lock; undefined when none does. */
export const currentBuild = async (
  client: Client,
  prefix: string,
): Promise<CurrentBuild | undefined> => {
  const lock = (await lockStore(client, prefix, {}).read())?.document;
  if (!lock?.holder) return undefined;
  const {command, host, pid, since, heartbeatAt: lastSignOfLife, candidate} = lock.holder;
  const process = {host, pid, since, lastSignOfLife, hasEnded: await hasEnded(lock.holder)};
  return {build: lock.lastBuild, command, ...process, candidate};
};
