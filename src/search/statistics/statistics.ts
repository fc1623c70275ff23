import {hash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import {cache} from '../engine/cache.ts';
import {withDeadline} from '../engine/deadline.ts';
import {countOf, countRequest, searchIndex} from '../engine/requests.ts';
import type {LiveQueries} from '../live-queries.ts';
import type {Meanings} from '../meanings/meanings.ts';
import type {Generation} from '../read-generation.ts';
import {matching} from '../vehicle-filter.ts';
import {type Cell, inOrder, sumOf} from './cells.ts';
import {type Ask, countGroups, defaultLimits, measureCells} from './measure.ts';
import {nameValues} from './names.ts';

/** The JSON of the answer, or why there is none. */
type StatisticsResult = {readonly json: Buffer} | {readonly tooMany: 'groups' | 'metrics'};

/**
 * A statistic that is not there in time for its caller is computed on for so long, and is there when the caller
 * asks again.
 */
const computedWithinMs = 30_000;

/** Maximum memory of the cached results, in bytes. */
const cachedBytes = 16 * 1024 ** 2;

const memoryOf = (result: StatisticsResult): number =>
  500 + ('json' in result ? result.json.byteLength : 0);

/** Six decimals, as the metrics have. */
const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 1e6) / 1e6;

/**
 * Statistics of a generation, which computes the same one once. Their groups are counted first: one that would be
 * too much is refused then.
 */
export const statistics = (
  client: Client,
  {query: run, boundOf, onCache}: LiveQueries,
  meaningOf: Meanings,
  limits = defaultLimits,
) => {
  const results = cache<StatisticsResult>(cachedBytes, memoryOf);
  onCache('statistics', results.state);
  const bound = boundOf('statistics');

  const compute = async (
    {vehiclesIndex, referencesIndex, dataset}: Generation,
    query: StatisticsQuery,
    signal: AbortSignal,
  ): Promise<StatisticsResult> => {
    const {filter, groupBy} = query;
    const request = countRequest(matching(filter, dataset));
    const ask: Ask = async asked => {
      const response = await bound(signal, () =>
        searchIndex<never, Readonly<Record<string, unknown>>>(
          client,
          vehiclesIndex,
          {...request, ...asked},
          signal,
          computedWithinMs,
        ),
      );
      return {...response.aggregations, doc_count: countOf(response)};
    };

    const counted = await countGroups(ask, query, dataset);
    const {shown} = counted;
    const [measured, ...names] = await Promise.all([
      measureCells(ask, query, dataset, counted, limits),
      ...groupBy.map((each, at) =>
        nameValues(client, referencesIndex, each, [...(shown[at] ?? [])], signal),
      ),
    ]);
    if ('tooMany' in measured) return measured;
    const {cells, metricsOf} = measured;
    const total = counted.whole.doc_count;
    const isShown = ({values}: Cell) => values.every((value, at) => shown[at]?.has(value));
    const answered = inOrder(query, cells.filter(isShown));
    const body = {
      data: answered.map(cell => ({
        groups: cell.values.map((value, at) => names[at]?.get(value)),
        count: cell.count,
        share: shareOf(cell.count, total),
        metrics: metricsOf(cell),
      })),
      metadata: {
        totalCount: total,
        groupCount: cells.length,
        otherCount: sumOf(cells) - sumOf(answered),
        absentCount: total - sumOf(cells),
      },
    };
    return {json: Buffer.from(JSON.stringify(body))};
  };

  return ({isStrict, ...asked}: StatisticsQuery, left?: AbortSignal) =>
    run(async (generation, signal) => {
      const filter = await meaningOf(generation, asked.filter, isStrict, signal);
      const query = {...asked, filter};
      const key = hash('sha256', JSON.stringify([generation.version, query]), 'base64url');
      return results(key, () =>
        withDeadline(computedWithinMs, undefined, signal => compute(generation, query, signal)),
      );
    }, left);
};
