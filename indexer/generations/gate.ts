import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import {whole} from '#core/command-line/figures.ts';
import type {IndexingConfig} from '#core/config/indexing.ts';
import {type Completeness, indexNames} from '#mappings/generation.ts';
import type {Canary} from '../document/prepare-batch.ts';
import type {ImportCounts} from '../write/import-report.ts';
import type {Indices} from '../write/indices.ts';
import {type Check, percent, someOf} from './check.ts';
import {checkCompleteness} from './completeness-checks.ts';
import {
  checkKindShares,
  checkKinds,
  checkReferenceLists,
  checkVehicles,
  type Population,
  readPopulation,
} from './population.ts';
import type {StoredGeneration} from './stored-generations.ts';

/** The limits of the checks: the variables GATE_… of the configuration. */
export type GateLimits = IndexingConfig['gate'];

/** The numbers of an extract that was read to its end. */
type Numbers = {
  readonly counts: ImportCounts;
  readonly completeness: Completeness;
  /** Of the filled candidate; upper bounds, if the extract was only read. */
  readonly population: Population;
};

/**
 * Checks numbers, compared with those of the live generation. What fails by upper bounds fails by the
 * exact numbers; the shares of kinds do not follow from them, so these are not checked then.
 */
export const checkNumbers = async (
  {client, prefix}: Indices,
  {counts, completeness, population}: Numbers,
  live: Pick<StoredGeneration, 'version' | 'meta'> | undefined,
  limits: GateLimits,
): Promise<readonly Check[]> => {
  const before = live && (await readPopulation(client, indexNames(prefix, live.version)));
  const compared = before && before.vehicles > 0 && population.vehicles > 0 ? before : undefined;
  return [
    checkRejects(counts, limits.maxRejectsPercent),
    checkVehicles(population, before?.vehicles, limits),
    ...(compared ? [checkKinds(population, compared, limits.vanishedKindVehicles)] : []),
    checkReferenceLists(population, before),
    checkCompleteness({completeness, counts}, live?.meta, limits.minCompletenessPercent),
    ...(compared && !population.isUpperBound
      ? [checkKindShares(population, compared, limits.maxKindShiftPoints)]
      : []),
  ];
};

const Found = z.object({buckets: z.array(z.object({doc_count: z.int()}))});

/** Filters of one request: well below what Elasticsearch allows. */
const perRequest = 500;

/** The ids of canaries that a search for their plate does not find. */
export const lostCanaries = async (
  client: Client,
  index: string,
  canaries: readonly Canary[],
): Promise<readonly string[]> => {
  const lost: string[] = [];
  for (let from = 0; from < canaries.length; from += perRequest) {
    const some = canaries.slice(from, from + perRequest);
    const filters = some.map(({id, plate}) => ({
      bool: {filter: [{term: {'vehicle.plates': plate}}, {term: {'vehicle.id': id}}]},
    }));
    const {aggregations} = await client.search({
      index,
      allow_partial_search_results: false,
      size: 0,
      track_total_hits: false,
      aggregations: {canaries: {filters: {filters}}},
    });
    const {buckets} = Found.parse(aggregations?.['canaries']);
    lost.push(...some.filter((_, at) => buckets[at]?.doc_count !== 1).map(({id}) => id));
  }
  return lost;
};

/** Each plate seen in the extract finds its vehicle. */
export const checkCanaries = (searched: number, lost: readonly string[]): Check => ({
  name: 'canaries',
  passed: lost.length === 0,
  found:
    `${whole(searched - lost.length)} of ${whole(searched)} plates find their vehicle` +
    (lost.length === 0 ? '' : `; not those of vehicles ${someOf(lost)}`),
  limit: 'all of them (GATE_CANARIES sets how many are searched)',
  advice: 'Import again; if it happens again, the indexer and the index disagree on plates.',
});

const byReason = ({rejectsByReason}: ImportCounts): string =>
  Object.entries(rejectsByReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} ${whole(count)}`)
    .join(', ');

/** A few bad records are left out; an extract with many must not go live. */
export const checkRejects = (counts: ImportCounts, maxPercent: number): Check => {
  const {records, rejects} = counts;
  const reasons = rejects === 0 ? '' : `: ${byReason(counts)}`;
  return {
    name: 'rejects',
    passed: rejects * 100 <= records * maxPercent,
    found: `${whole(rejects)} of ${whole(records)} records (${percent(rejects, records)}) were rejected${reasons}`,
    limit: `at most ${maxPercent} % (GATE_MAX_REJECTS_PERCENT)`,
    advice: 'Check the list of rejected records: the register may have changed its format.',
  };
};
