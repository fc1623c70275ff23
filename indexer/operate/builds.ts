import type {Outcome} from '#mappings/build-event.ts';
import {type LoggedBuild, loggedBuilds} from '../build-log/logged-builds.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {lockStore} from '../lock/lock-store.ts';
import {hasEnded} from '../lock/process-identity.ts';
import type {Holder} from '../state/indexer-state.ts';

/**
 * The state of a build. Of one without an outcome in the log the lock tells: it is `running`;
 * `silent` when it has the lock but sent no heartbeat for longer than allowed; `crashed` when it
 * does not have the lock, or its process has ended.
 */
export type BuildState = Outcome | 'running' | 'silent' | 'crashed';

export type Build = Omit<LoggedBuild, 'outcome'> & {readonly outcome: BuildState};

const stateOfHolder = async (holder: Holder, lockMs: number): Promise<BuildState> => {
  if (await hasEnded(holder)) return 'crashed';
  return Math.abs(Date.now() - Date.parse(holder.heartbeatAt)) < lockMs ? 'running' : 'silent';
};

/** The newest builds with their states, newest first. */
export const newestBuilds = async (
  installation: Installation,
  {limit, lockMs}: {readonly limit: number; readonly lockMs: number},
): Promise<readonly Build[]> => {
  // The lock is read first: a build that ends meanwhile has its outcome in the log, and one that
  // begins meanwhile has a higher number than the lock.
  const lock = (await lockStore(installation).read())?.document;
  const holderState = lock?.holder ? await stateOfHolder(lock.holder, lockMs) : 'crashed';
  const stateOf = (build: number): BuildState => {
    if (!lock || build < lock.lastBuild) return 'crashed';
    return build === lock.lastBuild ? holderState : 'running';
  };
  const builds = await loggedBuilds(installation, limit);
  return builds.map(build => ({...build, outcome: build.outcome ?? stateOf(build.build)}));
};
