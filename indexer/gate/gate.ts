import type {Client} from '@elastic/elasticsearch';
import {exitCodes, OperationalError} from '#core/command-line/errors.ts';
import type {BuildMeta, Completeness, IndexNames} from '#mappings/generation.ts';
import type {ImportCounts} from '../progress/counts.ts';
import type {Canary} from '../workers/prepare-batch.ts';
import {checkCanaries, lostCanaries} from './canaries.ts';
import type {Check} from './check.ts';
import {checkCompleteness} from './completeness.ts';
import {checkRejects} from './extract-checks.ts';
import {readPopulation} from './population.ts';
import {
  checkKindShares,
  checkKinds,
  checkReferenceLists,
  checkVehicles,
} from './population-checks.ts';

/** The limits of the checks: the variables GATE_… of the configuration. */
export type GateLimits = {
  readonly maxRejectsPercent: number;
  readonly minVehiclesPercent: number;
  readonly minFirstVehicles: number;
  readonly maxKindShiftPoints: number;
  readonly vanishedKindVehicles: number;
  readonly minCompletenessPercent: number;
  readonly canaries: number;
};

export const toSentence = ({name, found, limit, advice}: Check): string =>
  `${name}: ${found}; limit: ${limit}. ${advice}`;

export const wayPast = 'To put it live anyway: --force "<reason>".';

/** At least one check failed. The message says which, with what was found, the limit and what to do. */
export class GateRefused extends OperationalError {
  override readonly exitCode = exitCodes.extractRefused;
  readonly checks: readonly Check[];
  /** The names of the failed checks. */
  readonly failed: readonly string[];

  constructor(checks: readonly Check[]) {
    const failed = checks.filter(({passed}) => !passed);
    super([...failed.map(toSentence), wayPast].join('\n'));
    this.checks = checks;
    this.failed = failed.map(({name}) => name);
  }
}

/** Throws `GateRefused` when a check failed, unless an operator forces it. */
export const requirePassed = (checks: readonly Check[], forced?: string): void => {
  if (forced === undefined && checks.some(({passed}) => !passed)) throw new GateRefused(checks);
};

type Candidate = {
  readonly names: IndexNames;
  readonly counts: ImportCounts;
  readonly completeness: Completeness;
  readonly canaries: readonly Canary[];
};

/** The live generation; `meta` as in `StoredGeneration`. */
type Live = {readonly names: IndexNames; readonly meta: BuildMeta | undefined};

/** Checks the counts and the indices of a filled candidate, compared with the live ones. */
export const checkCandidate = async (
  client: Client,
  {names, counts, completeness, canaries}: Candidate,
  served: Live | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const candidate = await readPopulation(client, names);
  const live = served && (await readPopulation(client, served.names));
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
    checkCompleteness({completeness, counts}, served?.meta, limits.minCompletenessPercent),
    checkCanaries(canaries.length, await lostCanaries(client, names.vehicles, canaries)),
  ];
};
