import {MessageChannel, Worker} from 'node:worker_threads';
import type {Client} from '@elastic/elasticsearch';
import {LRUCache} from 'lru-cache';
import {SearchUnavailable, StillComputing} from '#core/domain/outages.ts';
import type {Grouping, StatisticsQuery, StatisticsResult} from '#core/domain/vehicle-statistics.ts';
import {type ReferenceDocument, referenceKey} from '#mappings/reference-document.ts';
import {equal, matching} from '../clauses.ts';
import type {Limiters} from '../engine/limiter.ts';
import {countInBytes, countRequest, findByIds, findDocuments} from '../engine/requests.ts';
import {cache, digest, withDeadline} from '../engine/while-wanted.ts';
import type {LiveGeneration} from '../live-generation.ts';
import type {LiveQueries} from '../live-queries.ts';
import type {Meanings} from '../meanings.ts';
import {
  type Answer,
  type Commission,
  defaultLimits,
  type Limits,
  type Names,
  type Question,
} from './compute.ts';

const monthName = new Intl.DateTimeFormat('en', {month: 'long', year: 'numeric', timeZone: 'UTC'});

/** The name of a value that needs no list. */
const ownName = (grouping: Grouping, value: string): string => {
  switch (grouping.by) {
    case 'flag':
      return grouping.names[value === grouping.values[0] ? 0 : 1];
    case 'month':
      return monthName.format(new Date(`${value}-01`));
    case 'step': {
      const {step, isWhole} = grouping;
      const end = Number(value) + step;
      if (!isWhole) return `${value} to under ${end}`;
      return step === 1 ? value : `${value} to ${end - 1}`;
    }
    default:
      return value;
  }
};

/**
 * Names the values of a grouping. An entry that is in no list is named by its id. The value of a model is
 * `<id of the make>:<id of the model>`, and its name begins with that of its make.
 */
const nameValues = async (
  client: Client,
  index: string,
  grouping: Grouping,
  values: readonly string[],
  signal: AbortSignal,
): Promise<Names> => {
  if (grouping.by !== 'entry') {
    return new Map(values.map(value => [value, {value, name: ownName(grouping, value)}]));
  }
  const {list} = grouping;
  if (values.length === 0) return new Map();
  if (list === 'variants') {
    // Those of one id are under one model, as far as is known: there is room for as many as asked for.
    const query = {bool: {filter: [equal('list', list), equal('id', values)]}};
    const request = {query, size: values.length};
    const entries = await findDocuments<ReferenceDocument>(client, index, request, signal);
    const found = new Map(entries.map(entry => [entry.id, entry]));
    return new Map(
      values.map(id => {
        const {name = id, makeId, modelId} = found.get(id) ?? {};
        return [id, {value: id, name, makeId, modelId}];
      }),
    );
  }
  const entries = values.map(value => {
    const [id = '', makeId] = value.split(':').reverse();
    const make = makeId === undefined ? [] : [{id: makeId, key: referenceKey('makes', {}, makeId)}];
    return {value, id, makeId, path: [...make, {id, key: referenceKey(list, {makeId}, id)}]};
  });
  const keys = new Set(entries.flatMap(({path}) => path.map(({key}) => key)));
  const found = await findByIds<string, ReferenceDocument>(client, index, [...keys], signal);
  return new Map(
    entries.map(({value, id, makeId, path}) => {
      const name = path.map(({id, key}) => found.get(key)?.name ?? id).join(' ');
      return [value, {value: id, name, makeId}];
    }),
  );
};

type Message =
  | {readonly id: number; readonly question: Question}
  | {readonly result: StatisticsResult}
  | {readonly error: Error};

/** In MiB. A statistic that needs more ends the thread, not the process. */
const heap = {maxOldGenerationSizeMb: 512};

/** How long an idle thread keeps its memory. */
const idleMs = 10_000;

/**
 * A thread that computes statistics, so that reading, sorting and writing their thousands of groups delays
 * no other request. It starts with the first one.
 */
const statisticsThread = () => {
  let worker: Worker | undefined;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const started = new Worker(new URL('compute.ts', import.meta.url), {resourceLimits: heap});
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    // A computation keeps the process alive by its port; an idle thread does not.
    started.unref();
    return started;
  };

  const stop = () => {
    void worker?.terminate();
    // It ends a moment later; a task that comes meanwhile must not be sent to it.
    worker = undefined;
  };

  /** Computes a statistic. `answer` answers its questions; if that fails, so does the statistic. */
  return async (
    task: Commission['task'],
    answer: (question: Question) => Promise<Answer>,
  ): Promise<StatisticsResult> => {
    const {port1: ours, port2: port} = new MessageChannel();
    const {promise, resolve, reject} = Promise.withResolvers<StatisticsResult>();
    ours.on('message', async (message: Message) => {
      if ('result' in message) return resolve(message.result);
      if ('error' in message) return reject(message.error);
      try {
        const {id, question} = message;
        const answered = await answer(question);
        // Transferred, because copying some megabytes would take milliseconds.
        const bytes = 'response' in answered ? [answered.response.buffer] : [];
        ours.postMessage({id, answer: answered}, bytes);
      } catch (error) {
        reject(error);
      }
    });
    ours.on('close', () => reject(new Error('The thread of the statistics has ended.')));
    clearTimeout(idle);
    underWay += 1;
    worker ??= start();
    worker.postMessage({task, port} satisfies Commission, [port]);
    try {
      return await promise;
    } finally {
      ours.close();
      underWay -= 1;
      if (underWay === 0) idle = setTimeout(stop, idleMs).unref();
    }
  };
};

/** How long a statistic that is late for its caller is still computed: it is ready when the caller asks again. */
const computedWithinMs = 30_000;

/** Maximum memory of the cached results, in bytes. */
const cachedBytes = 16 * 1024 ** 2;

/** Maximum number of statistics that were charged for before they were answered. */
const mostPaid = 10_000;

const memoryOf = (result: StatisticsResult): number =>
  500 + ('json' in result ? result.json.byteLength : 0);

/** While lookups run, cells are asked for in parts, which takes Elasticsearch twice as long; else all at once. */
export const limitsBeside = ({lookupsExpected}: Pick<Limiters, 'lookupsExpected'>): Limits =>
  lookupsExpected() ? defaultLimits : {...defaultLimits, figures: Number.POSITIVE_INFINITY};

/**
 * Statistics of a generation, each computed once. Accounts take turns, and a computation keeps its place until it ends.
 * It is abandoned when all callers have left, but not at their deadlines.
 */
export const statistics = (
  client: Client,
  {query: run, limiters}: LiveQueries,
  meaningOf: Meanings,
  limitsNow = () => limitsBeside(limiters),
) => {
  const results = cache<StatisticsResult>('statistics', cachedBytes, memoryOf);
  const limited = limiters.of('statistics');
  const inThread = statisticsThread();
  const paid = new LRUCache<string, true>({max: mostPaid});

  const compute = async (
    {vehiclesIndex, referencesIndex, dataset: dated}: LiveGeneration,
    query: StatisticsQuery,
    signal: AbortSignal,
  ): Promise<StatisticsResult> => {
    const request = countRequest(matching(query.filter, dated));
    const answer = async (question: Question): Promise<Answer> => {
      if ('search' in question) {
        const {only, ...search} = question.search;
        const query = only ? {bool: {filter: [request.query, only]}} : request.query;
        const asked = {...request, ...search, query};
        return countInBytes(client, vehiclesIndex, asked, signal, computedWithinMs);
      }
      return nameValues(client, referencesIndex, question.grouping, question.values, signal);
    };
    const result = await inThread({query, dated, limits: limitsNow()}, answer);
    // A buffer arrives as a plain array of bytes.
    return 'json' in result ? {json: Buffer.from(result.json.buffer)} : result;
  };

  /**
   * A statistic, and whether its account has been charged for it already. At the deadline it rejects with
   * `StillComputing` for the account that it is computed for, which has then paid for it.
   */
  return async (
    {isStrict, ...asked}: StatisticsQuery,
    clientGone?: AbortSignal,
    accountId = '',
  ) => {
    let paidAs = '';
    let underWayAs: string | undefined;

    const begin = async (
      generation: LiveGeneration,
      query: StatisticsQuery,
      signal: AbortSignal,
    ) => {
      underWayAs = paidAs;
      try {
        const work = () =>
          withDeadline(computedWithinMs, signal, each => compute(generation, query, each));
        return await limited(signal, work, accountId);
      } finally {
        underWayAs = undefined;
      }
    };

    try {
      const found = await run(async (generation, signal) => {
        const filter = await meaningOf(generation, asked.filter, isStrict, signal, accountId);
        const query = {...asked, filter};
        const key = digest(generation.version, query);
        paidAs = `${accountId} ${key}`;
        return results(key, signal => begin(generation, query, signal), clientGone);
      }, clientGone);
      return {...found, isPaid: 'json' in found.value && paid.delete(paidAs)};
    } catch (error) {
      clientGone?.throwIfAborted();
      if (!(error instanceof SearchUnavailable)) throw error;
      if (underWayAs === undefined || paid.has(underWayAs)) throw error;
      paid.set(underWayAs, true);
      throw new StillComputing({cause: error});
    }
  };
};
