import {toVersion} from '#mappings/generation.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {AliasesDisagree, liveGeneration} from '../generation/live.ts';
import {
  isHeld,
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from '../generation/stored-generations.ts';
import {withdrawnGenerations} from '../generation/withdrawals.ts';
import {type CurrentBuild, currentBuild} from '../lock/current-build.ts';
import type {WithdrawnGeneration} from '../state/indexer-state.ts';
import {incompatibility} from './compatibility.ts';

/** A generation as operators see it; null where its `_meta` does not say. */
export type ShownGeneration = {
  readonly version: string;
  readonly extractedAt: string | null;
  readonly importedAt: string | null;
  readonly vehicles: number | null;
  /** Why an operator put it live although checks failed. */
  readonly forced: string | null;
  /** Records that the import was limited to. */
  readonly limit: number | null;
};

export type Overview = {
  readonly served: ShownGeneration | null;
  /** The version that `rollback` puts live. */
  readonly rollbackTo: string | null;
  /** Complete generations that wait to be promoted. */
  readonly held: readonly ShownGeneration[];
  readonly refused: readonly Pick<WithdrawnGeneration, 'version' | 'reason' | 'at'>[];
  readonly building: CurrentBuild | null;
  /** Sentences about what an operator has to correct. */
  readonly trouble: readonly string[];
};

const shown = ({version, meta}: StoredGeneration): ShownGeneration => ({
  version,
  extractedAt: meta?.extractedAt ?? null,
  importedAt: meta?.importedAt ?? null,
  vehicles: meta?.vehicleCount ?? null,
  forced: meta?.forced ?? null,
  limit: meta?.limit ?? null,
});

const liveOrTrouble = async (installation: Installation) => {
  try {
    return {generation: await liveGeneration(installation), trouble: []};
  } catch (error) {
    if (error instanceof AliasesDisagree) return {generation: undefined, trouble: [error.message]};
    throw error;
  }
};

/** The generations and the running build. */
export const overview = async (installation: Installation): Promise<Overview> => {
  const {generation, trouble} = await liveOrTrouble(installation);
  const stored = await storedGenerations(installation);
  const served = generation && stored.find(({version}) => version === toVersion(generation));
  const incompatible = served && incompatibility(served);
  const back = served && rollbackChain(stored)[1];
  const withdrawn = await withdrawnGenerations(installation);
  const isWithdrawn = withdrawn.some(({version}) => version === back?.version);
  const canServe = back && !isWithdrawn && incompatibility(back) === undefined;
  return {
    served: served ? shown(served) : null,
    rollbackTo: canServe ? back.version : null,
    held: stored.filter(isHeld(served)).map(shown),
    refused: withdrawn.map(({version, reason, at}) => ({version, reason, at})),
    building: (await currentBuild(installation)) ?? null,
    trouble: [...trouble, ...(incompatible ? [incompatible] : [])],
  };
};
