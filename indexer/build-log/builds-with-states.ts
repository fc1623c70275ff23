import type {Client} from '@elastic/elasticsearch';
import type {Outcome} from '#mappings/build-event.ts';
import {lockStore} from '../lock/lock-store.ts';
import {hasEnded} from '../lock/process-identity.ts';
import type {LockDocument} from '../state/indexer-state.ts';
import {type RecordedBuild, recordedBuilds} from './recorded-builds.ts';

/**
 * What became of a build. Of one without a last event the lock knows: `running`; `silent` when it
 * holds the lock and gave no sign of life for as long as a builder may; `crashed` when it does not
 * hold it, or its process has ended.
 */
export type BuildState = Outcome | 'running' | 'silent' | 'crashed';

export type BuildWithState = Omit<RecordedBuild, 'outcome'> & {readonly outcome: BuildState};

const stateOfHolder = async (
  holder: NonNullable<LockDocument['holder']>,
  lockMs: number,
): Promise<BuildState> => {
  if (await hasEnded(holder)) return 'crashed';
  return Math.abs(Date.now() - Date.parse(holder.heartbeatAt)) < lockMs ? 'running' : 'silent';
};

/** The newest builds, newest first, each with what became of it. */
export const buildsWithStates = async (
  client: Client,
  prefix: string,
  {limit, lockMs}: {readonly limit: number; readonly lockMs: number},
): Promise<readonly BuildWithState[]> => {
  // The lock first: a build that ends meanwhile has its outcome in the record, and one that begins
  // meanwhile has a higher number than the lock gave.
  const lock = (await lockStore(client, prefix, {}).read())?.document;
  const held = lock?.holder ? await stateOfHolder(lock.holder, lockMs) : 'crashed';
  const stateOf = (build: number): BuildState => {
    if (!lock || build < lock.lastBuild) return 'crashed';
    return build === lock.lastBuild ? held : 'running';
  };
  const builds = await recordedBuilds(client, prefix, limit);
  return builds.map(build => ({...build, outcome: build.outcome ?? stateOf(build.build)}));
};
