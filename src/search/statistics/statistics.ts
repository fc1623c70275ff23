import {hash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import {LRUCache} from 'lru-cache';
import {SearchUnavailable, StillComputing} from '#core/domain/outages.ts';
import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import {cache} from '../engine/cache.ts';
import {countInBytes, countRequest} from '../engine/requests.ts';
import {withDeadline} from '../engine/while-wanted.ts';
import type {Generation} from '../live-generation.ts';
import type {LiveQueries} from '../live-queries.ts';
import type {Meanings} from '../meanings/meanings.ts';
import {matching} from '../vehicle-filter.ts';
import type {StatisticsResult} from './compute.ts';
import {defaultLimits} from './measure.ts';
import {nameValues} from './names.ts';
import {statisticsThread} from './thread.ts';
import type {Answer, Question} from './worker.ts';

/**
 * A statistic that is not there in time for its caller is computed on for so long, and is there when the caller
 * asks again.
 */
const computedWithinMs = 30_000;

/** Maximum memory of the cached results, in bytes. */
const cachedBytes = 16 * 1024 ** 2;

/** Maximum number of statistics that were charged for before they were answered. */
const mostPaid = 10_000;

type Answered = {readonly json: Buffer} | Exclude<StatisticsResult, {readonly json: unknown}>;

const memoryOf = (result: Answered): number =>
  500 + ('json' in result ? result.json.byteLength : 0);

/**
 * Statistics of a generation, which computes the same one once. Accounts take turns, and a computation keeps its
 * place to its end. It is given up when all who want it have left, but not at their deadlines.
 */
export const statistics = (
  client: Client,
  {query: run, limiters, onCache}: LiveQueries,
  meaningOf: Meanings,
  limits = defaultLimits,
) => {
  const results = cache<Answered>('statistics', onCache, cachedBytes, memoryOf);
  const limited = limiters.of('statistics');
  const inThread = statisticsThread();
  const paid = new LRUCache<string, true>({max: mostPaid});

  const compute = async (
    {vehiclesIndex, referencesIndex, dataset: dated}: Generation,
    query: StatisticsQuery,
    signal: AbortSignal,
  ): Promise<Answered> => {
    const {filter, groupBy} = query;
    const request = countRequest(matching(filter, dated));
    const answer = async (question: Question): Promise<Answer> => {
      if ('search' in question) {
        const {only, ...search} = question.search;
        const query = only ? {bool: {filter: [request.query, only]}} : request.query;
        const asked = {...request, ...search, query};
        return countInBytes(client, vehiclesIndex, asked, signal, computedWithinMs);
      }
      const grouping = groupBy[question.namesOf];
      if (grouping === undefined) return new Map();
      return nameValues(client, referencesIndex, grouping, question.values, signal);
    };
    const result = await inThread({query, dated, limits}, answer);
    return 'json' in result ? {json: Buffer.from(result.json.buffer)} : result;
  };

  /**
   * A statistic, and whether its account has been charged for it already. At the deadline it is `StillComputing`
   * for the account that it is computed for, and has paid for it then.
   */
  return async (
    {isStrict, ...asked}: StatisticsQuery,
    clientGone?: AbortSignal,
    accountId = '',
  ) => {
    let computation: {readonly paidAs: string; isUnderWay: boolean} | undefined;
    let paidAs = '';

    const begin = async (generation: Generation, query: StatisticsQuery, signal: AbortSignal) => {
      const begun = {paidAs, isUnderWay: true};
      computation = begun;
      try {
        const work = () =>
          withDeadline(computedWithinMs, signal, each => compute(generation, query, each));
        return await limited(signal, work, accountId);
      } finally {
        begun.isUnderWay = false;
      }
    };

    try {
      const found = await run(async (generation, signal) => {
        const filter = await meaningOf(generation, asked.filter, isStrict, signal);
        const query = {...asked, filter};
        const key = hash('sha256', JSON.stringify([generation.version, query]), 'base64url');
        paidAs = `${accountId} ${key}`;
        return results(key, signal => begin(generation, query, signal), clientGone);
      }, clientGone);
      return {...found, isPaid: 'json' in found.value && paid.delete(paidAs)};
    } catch (error) {
      clientGone?.throwIfAborted();
      const isToBePaid = computation?.isUnderWay && !paid.has(computation.paidAs);
      if (!(computation && isToBePaid && error instanceof SearchUnavailable)) throw error;
      paid.set(computation.paidAs, true);
      throw new StillComputing({cause: error});
    }
  };
};
