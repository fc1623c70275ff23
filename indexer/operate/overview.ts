import type {Client} from '@elastic/elasticsearch';
import {toVersion} from '#mappings/generation.ts';
import {AliasesDisagree, liveGeneration} from '../generation/live.ts';
import {
  isHeld,
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from '../generation/stored-generations.ts';
import {withdrawnGenerations} from '../generation/withdrawals.ts';
import {type CurrentBuild, currentBuild} from '../lock/current-build.ts';
import {whyUnusable} from './usable.ts';

/** A generation as an operator is told of it; null is what it does not tell of itself. */
export type ShownGeneration = {
  readonly version: string;
  readonly extractedAt: string | null;
  readonly importedAt: string | null;
  readonly vehicles: number | null;
  /** Why a person put it live against the rules. */
  readonly forced: string | null;
  /** Records that it was limited to. */
  readonly limit: number | null;
};

export type Overview = {
  readonly served: ShownGeneration | null;
  /** Where `rollback` leads. */
  readonly rollbackTo: string | null;
  /** Built and verified, and not live yet. */
  readonly held: readonly ShownGeneration[];
  readonly refused: readonly {
    readonly version: string;
    readonly reason: string;
    readonly at: string;
  }[];
  readonly building: CurrentBuild | null;
  /** What a person has to look at, in sentences. */
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

const liveOrTrouble = async (client: Client, prefix: string) => {
  try {
    return {generation: await liveGeneration(client, prefix), trouble: []};
  } catch (error) {
    if (error instanceof AliasesDisagree) return {generation: undefined, trouble: [error.message]};
    throw error;
  }
};

/** All that an operator asks before doing anything: what is served, and what could be. */
export const overview = async (client: Client, prefix: string): Promise<Overview> => {
  const {generation, trouble} = await liveOrTrouble(client, prefix);
  const stored = await storedGenerations(client, prefix);
  const served = generation && stored.find(({version}) => version === toVersion(generation));
  const unusable = served && whyUnusable(served);
  const back = served && rollbackChain(stored)[1];
  const refused = await withdrawnGenerations(client, prefix);
  const isRefused = refused.some(({version}) => version === back?.version);
  const canServe = back && !isRefused && whyUnusable(back) === undefined;
  return {
    served: served ? shown(served) : null,
    rollbackTo: canServe ? back.version : null,
    held: stored.filter(isHeld(served)).map(shown),
    refused: refused.map(({version, reason, at}) => ({version, reason, at})),
    building: (await currentBuild(client, prefix)) ?? null,
    trouble: [...trouble, ...(unusable ? [unusable] : [])],
  };
};
