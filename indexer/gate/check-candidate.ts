import type {Client} from '@elastic/elasticsearch';
import type {IndexNames} from '#mappings/generation.ts';
import type {ImportCounts} from '../progress/counts.ts';
import type {Canary} from '../workers/prepare-batch.ts';
import {lostCanaries} from './canaries.ts';
import type {Check} from './check.ts';
import {checkCanaries} from './checks/canaries.ts';
import {checkKindShares, checkKinds} from './checks/kinds.ts';
import {checkReferenceLists} from './checks/reference-lists.ts';
import {checkRejects} from './checks/rejects.ts';
import {checkVehicles} from './checks/vehicles.ts';
import type {GateLimits} from './gate.ts';
import {readPopulation} from './population.ts';

type Candidate = {
  readonly names: IndexNames;
  readonly counts: ImportCounts;
  readonly canaries: readonly Canary[];
};

/** Every check that looks into the indices of a filled candidate, against those that are live. */
export const checkCandidate = async (
  client: Client,
  {names, counts, canaries}: Candidate,
  liveNames: IndexNames | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const candidate = await readPopulation(client, names);
  const live = liveNames && (await readPopulation(client, liveNames));
  return [
    checkRejects(counts, limits.maxRejectsPercent),
    checkVehicles(candidate.vehicles, live?.vehicles, limits),
    ...(live && live.vehicles > 0 && candidate.vehicles > 0
      ? [
          checkKinds(candidate, live, limits.vanishedKindVehicles),
          checkKindShares(candidate, live, limits.maxKindShiftPoints),
        ]
      : []),
    checkReferenceLists(candidate, live),
    checkCanaries(canaries.length, await lostCanaries(client, names.vehicles, canaries)),
  ];
};
