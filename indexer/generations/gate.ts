import {digits} from '#core/command-line/figures.ts';
import {readReleases} from '#core/releases.ts';
import {type BuildMeta, type Completeness, indexNames} from '#mappings/generation.ts';
import {type ReferenceList, referenceLists} from '#mappings/reference-document.ts';
import type {Release} from '#mappings/release.ts';
import type {IndexingConfig} from '../config.ts';
import type {ImportCounts} from '../write/import-report.ts';
import type {Indices} from '../write/indices.ts';
import {type ChangeFigures, judgeChanges} from './changes-check.ts';
import {type Check, percent, someOf, type Verdict} from './check.ts';
import {completeFrom, judgeCompleteness} from './completeness-check.ts';
import {type Population, readPopulation} from './population.ts';
import type {StoredGeneration} from './stored-generations.ts';
import type {WithdrawnGeneration} from './withdrawals.ts';

/** The limits of the checks: the variables GATE_… of the configuration. */
export type GateLimits = IndexingConfig['gate'];

type Checks<Figures> = Readonly<Record<string, (figures: Figures) => Verdict | undefined>>;

const day = 86_400_000;

/** Judges figures by each check. One without a verdict does not apply to them. */
export const judge = <Figures>(checks: Checks<Figures>, figures: Figures): readonly Check[] =>
  Object.entries(checks).flatMap(([name, check]) => {
    const verdict = check(figures);
    return verdict ? {name, ...verdict} : [];
  });

type Age = {
  readonly extractedAt: string | null;
  /** The version under which the same content was live earlier and no longer is. */
  readonly liveBefore?: string | undefined;
  readonly live:
    | {readonly version: string; readonly meta: Pick<BuildMeta, 'extractedAt'> | undefined}
    | undefined;
};

const compareAge = ({extractedAt, liveBefore, live}: Age) => {
  if (live && liveBefore !== undefined) {
    const found = `the extract was live before as ${liveBefore}, and ${live.version} came after it`;
    return {passed: false, found};
  }
  if (extractedAt === null) return {passed: true, found: 'its time is unknown'};
  const made = `made at ${extractedAt}`;
  const liveTime = live?.meta?.extractedAt ?? null;
  if (liveTime === null) return {passed: true, found: made};
  return {
    passed: Date.parse(extractedAt) >= Date.parse(liveTime),
    found: `${made}, and the live one at ${liveTime}`,
  };
};

/** The extract is not older than the live one, by its time or because it was live earlier. */
const age = (figures: Age): Verdict => ({
  ...compareAge(figures),
  limit: figures.live ? `not older than ${figures.live.version}` : 'any age: no generation is live',
  advice: 'Fetch the newest extract.',
});

type ExtractFigures = Age & {
  /** Undefined while it is not known. */
  readonly contentId: string | undefined;
  /** The digest of its vehicles: an export states it; for another extract it is known once that is built. */
  readonly digest?: string | undefined;
  readonly withdrawals: readonly WithdrawnGeneration[];
};

/** Before an extract is read, and after. */
export const extractChecks = {
  age,
  /** An extract dated in the future, once live, would make every later one count as older. */
  date: ({extractedAt}) => {
    if (extractedAt === null) return undefined;
    const now = Date.now();
    return {
      passed: Date.parse(extractedAt) <= now + day,
      found: `made at ${extractedAt}`,
      limit: `at most a day ahead of this machine's clock, ${new Date(now).toISOString()}`,
      advice: 'Correct the date in the name of the file, or the clock.',
    };
  },
  /** An extract that was rolled back does not go live again in the next scheduled run. */
  refusals: ({contentId, digest, withdrawals}) => {
    if (contentId === undefined) return undefined;
    const withdrawn = withdrawals.find(
      each => each.contentId === contentId || each.digest === digest,
    );
    return {
      passed: withdrawn === undefined,
      found: withdrawn
        ? `the same extract was taken out of service as ${withdrawn.version} at ${withdrawn.at}: ${withdrawn.reason}`
        : 'never taken out of service',
      limit: 'an extract that was never rolled back',
      advice: 'Wait for the next extract.',
    };
  },
} satisfies Checks<ExtractFigures>;

/** Of a finished generation that an operator promotes. */
export const promotionChecks = {
  age,
  /** A limited import reads only a part of the extract: `limit` records at most. */
  whole: ({limit}) => ({
    passed: limit === undefined,
    found: limit === undefined ? 'all records' : `the first ${digits(limit)} records`,
    limit: 'all records of the extract',
    advice: 'Import it without --limit.',
  }),
} satisfies Checks<Age & {readonly limit: number | undefined}>;

/** The numbers of an extract that was read to its end. */
type Numbers = {
  readonly counts: ImportCounts;
  readonly completeness: Completeness;
  /** Of the filled candidate; upper bounds, if the extract was only read. */
  readonly population: Population;
  /** How many plates were searched in the candidate, and the vehicles that were not found by theirs. */
  readonly canaries?: {readonly searched: number; readonly lost: readonly string[]};
  /** Of the vehicles of the candidate; absent if the extract was only read. */
  readonly digest?: string;
  /** The one that an export says it has. */
  readonly statedDigest?: string | undefined;
};

type Figures = Numbers & {
  readonly limits: GateLimits;
  /** Of the live generation; undefined while none is live. */
  readonly before: Population | undefined;
  readonly liveMeta: Pick<BuildMeta, 'mappingVersion' | 'completeness'> | undefined;
};

/** The live population, if kinds can be compared with it. */
const comparable = ({population, before}: Figures): Population | undefined =>
  before && before.vehicles > 0 && population.vehicles > 0 ? before : undefined;

const byReason = ({rejectsByReason}: ImportCounts): string =>
  Object.entries(rejectsByReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} ${digits(count)}`)
    .join(', ');

const nameOf = (kind: string, population: Population): string =>
  kind === '' ? 'no kind' : (population.kindNames.get(kind) ?? `kind ${kind}`);

const ofKind = (kind: string, {kinds}: Population): number => kinds.get(kind) ?? 0;

const hasEntries = (list: ReferenceList, {entries}: Population): boolean =>
  (entries.get(list) ?? 0) > 0;

/** After an extract was read, in comparison with the live generation. */
export const numberChecks = {
  /** A few bad records are left out; an extract with many must not go live. */
  rejects: ({counts, limits}: Pick<Figures, 'counts' | 'limits'>) => {
    const {records, rejects} = counts;
    const reasons = rejects === 0 ? '' : `: ${byReason(counts)}`;
    return {
      passed: rejects * 100 <= records * limits.maxRejectsPercent,
      found: `${digits(rejects)} of ${digits(records)} records (${percent(rejects, records)}) were rejected${reasons}`,
      limit: `at most ${limits.maxRejectsPercent} % (GATE_MAX_REJECTS_PERCENT)`,
      advice: 'Check the list of rejected records: the register may have changed its format.',
    };
  },

  /** The register deletes no vehicle, so an extract has about as many as the one before it. */
  vehicles: ({population: {vehicles, isUpperBound}, before, limits}) => {
    const counted = `${isUpperBound ? 'at most ' : ''}${digits(vehicles)} vehicles`;
    const advice = 'Check whether the extract is complete, and fetch it again.';
    if (!before) {
      return {
        passed: vehicles >= limits.minFirstVehicles,
        found: `${counted}, and none are live`,
        limit: `at least ${digits(limits.minFirstVehicles)} (GATE_MIN_FIRST_VEHICLES)`,
        advice,
      };
    }
    return {
      passed: vehicles > 0 && vehicles * 100 >= before.vehicles * limits.minVehiclesPercent,
      found: `${counted}, ${percent(vehicles, before.vehicles)} of the ${digits(before.vehicles)} that are live`,
      limit: `at least ${limits.minVehiclesPercent} % (GATE_MIN_VEHICLES_PERCENT)`,
      advice,
    };
  },

  /** Every kind with some live vehicles is still present. */
  kinds: figures => {
    const live = comparable(figures);
    if (!live) return undefined;
    const {population, limits} = figures;
    const from = limits.vanishedKindVehicles;
    const vanished = Array.from(live.kinds)
      .filter(([kind, count]) => kind !== '' && count >= from && ofKind(kind, population) === 0)
      .toSorted(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${nameOf(kind, live)} (${digits(count)} are live)`);
    return {
      passed: vanished.length === 0,
      found: vanished.length === 0 ? 'no kind vanished' : `no vehicle of ${someOf(vanished)}`,
      limit: `each kind with ${digits(from)} live vehicles or more (GATE_VANISHED_KIND_VEHICLES)`,
      advice:
        'Check whether the extract is complete, and whether the register renumbered its kinds.',
    };
  },

  /** No list with live entries is empty; in a first import of some size no list is. */
  'reference-lists': ({population, before}) => {
    const isExpected = (list: ReferenceList) =>
      before ? hasEntries(list, before) : population.vehicles >= completeFrom;
    const filled = referenceLists.filter(list => hasEntries(list, population));
    const empty = referenceLists.filter(list => isExpected(list) && !filled.includes(list));
    return {
      passed: empty.length === 0,
      found: empty.length === 0 ? `${filled.length} lists have entries` : `empty: ${someOf(empty)}`,
      limit: 'every live list has entries',
      advice: 'Check whether the register changed the elements that these lists are read from.',
    };
  },

  /** Of each kind, the important members have a value about as often as in the live generation. */
  completeness: ({completeness, counts, liveMeta, limits}) =>
    judgeCompleteness({completeness, counts}, liveMeta, limits.minCompletenessPercent),

  /**
   * The fleet changes slowly: from week to week the share of each kind is almost the same. Shares cannot be
   * computed from upper bounds.
   */
  'kind-shares': figures => {
    const live = comparable(figures);
    const {population, limits} = figures;
    if (!live || population.isUpperBound) return undefined;
    const share = (kind: string, of: Population) => (ofKind(kind, of) / of.vehicles) * 100;
    const moved = Array.from(new Set([...live.kinds.keys(), ...population.kinds.keys()]))
      .map(kind => ({kind, points: Math.abs(share(kind, population) - share(kind, live))}))
      .toSorted((a, b) => b.points - a.points);
    const tooFar = moved.filter(({points}) => points > limits.maxKindShiftPoints);
    const shown = tooFar.length > 0 ? tooFar : moved.slice(0, 1);
    const texts = shown.map(({kind, points}) => {
      const name = nameOf(kind, live.kinds.has(kind) ? live : population);
      const from = percent(ofKind(kind, live), live.vehicles);
      const to = percent(ofKind(kind, population), population.vehicles);
      return `${name} from ${from} to ${to} (${points.toFixed(2)} points)`;
    });
    return {
      passed: tooFar.length === 0,
      found: `moved: ${someOf(texts)}`,
      limit: `at most ${limits.maxKindShiftPoints} points (GATE_MAX_KIND_SHIFT_POINTS)`,
      advice: 'Check whether part of the extract is missing.',
    };
  },

  /** Each plate seen in the extract finds its vehicle. */
  canaries: ({canaries}) => {
    if (!canaries) return undefined;
    const {searched, lost} = canaries;
    return {
      passed: lost.length === 0,
      found:
        `${digits(searched - lost.length)} of ${digits(searched)} plates find their vehicle` +
        (lost.length === 0 ? '' : `; not those of vehicles ${someOf(lost)}`),
      limit: 'all of them (GATE_CANARIES sets how many are searched)',
      advice: 'Import again; if it happens again, the indexer and the index disagree on plates.',
    };
  },

  /** The vehicles of an export are those that were exported. */
  digest: ({digest, statedDigest}) => {
    if (digest === undefined || statedDigest === undefined) return undefined;
    return {
      passed: digest === statedDigest,
      found: `the vehicles have the digest ${digest}`,
      limit: `that of the manifest, ${statedDigest}`,
      advice: 'Copy the export again from where it was written, or write it again.',
    };
  },
} satisfies Checks<Figures>;

/** Of what changes for readers when a generation goes live. */
export const changeChecks = {changes: judgeChanges} satisfies Checks<ChangeFigures>;

/** Checks numbers, compared with those of the live generation. */
export const checkNumbers = async (
  {client, prefix}: Indices,
  numbers: Numbers,
  live: Pick<StoredGeneration, 'version' | 'meta'> | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const before = live && (await readPopulation(client, indexNames(prefix, live.version)));
  return judge(numberChecks, {...numbers, before, liveMeta: live?.meta, limits});
};

/** Checks what changes for readers, compared with the releases before. */
export const checkChanges = async (
  {client, prefix}: Indices,
  release: Release,
  live: Pick<StoredGeneration, 'meta'> | undefined,
  {maxChangesFactor: factor}: GateLimits,
): Promise<readonly Check[]> => {
  const kept = await readReleases(client, prefix, 'all');
  const releases = kept.map(({release}) => release);
  const vehicles = live?.meta?.vehicleCount ?? 0;
  return judge(changeChecks, {release, releases, vehicles, factor});
};
