import {exitCodes, OperationalError} from '#core/command-line/errors.ts';
import {
  type BuildMeta,
  type Completeness,
  type IndexNames,
  indexNames,
} from '#mappings/generation.ts';
import type {Canary} from '../document/prepare-batch.ts';
import type {ImportCounts} from '../write/counts.ts';
import type {Installation} from '../write/installation.ts';
import {checkCanaries, lostCanaries} from './canaries.ts';
import type {Check} from './check.ts';
import {checkCompleteness} from './completeness-checks.ts';
import {checkRejects} from './extract-checks.ts';
import {type Population, readPopulation} from './population.ts';
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

/** The counts of an extract that was read. */
type Reading = {
  readonly counts: ImportCounts;
  readonly completeness: Completeness;
};

type Candidate = Reading & {
  readonly names: IndexNames;
  readonly canaries: readonly Canary[];
};

/** The live generation; `meta` as in `StoredGeneration`. */
type Live = {readonly version: string; readonly meta: BuildMeta | undefined};

type Compared = {
  readonly candidate: Population;
  readonly live: Population | undefined;
};

/** The checks that hold for upper bounds, too: what fails by them fails by the exact numbers. */
const checkCounts = (
  {counts, completeness}: Reading,
  {candidate, live}: Compared,
  meta: BuildMeta | undefined,
  limits: GateLimits,
): readonly Check[] => [
  checkRejects(counts, limits.maxRejectsPercent),
  checkVehicles(candidate, live?.vehicles, limits),
  ...(live && live.vehicles > 0 && candidate.vehicles > 0
    ? [checkKinds(candidate, live, limits.vanishedKindVehicles)]
    : []),
  checkReferenceLists(candidate, live),
  checkCompleteness({completeness, counts}, meta, limits.minCompletenessPercent),
];

/** Checks an extract that was only read, by upper bounds of its numbers, compared with the live generation. */
export const checkReading = async (
  {client, prefix}: Installation,
  {candidate, ...reading}: Reading & {readonly candidate: Population},
  served: Live | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const live = served && (await readPopulation(client, indexNames(prefix, served.version)));
  return checkCounts(reading, {candidate, live}, served?.meta, limits);
};

/** Checks the counts and the indices of a filled candidate, compared with the live ones. */
export const checkCandidate = async (
  {client, prefix}: Installation,
  {names, canaries, ...reading}: Candidate,
  served: Live | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const candidate = await readPopulation(client, names);
  const live = served && (await readPopulation(client, indexNames(prefix, served.version)));
  return [
    ...checkCounts(reading, {candidate, live}, served?.meta, limits),
    ...(live && live.vehicles > 0 && candidate.vehicles > 0
      ? [checkKindShares(candidate, live, limits.maxKindShiftPoints)]
      : []),
    checkCanaries(canaries.length, await lostCanaries(client, names.vehicles, canaries)),
  ];
};
