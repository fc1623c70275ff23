import type {Client} from '@elastic/elasticsearch';
import type {Versioned} from '#core/domain/dataset.ts';
import {metrics} from '#core/metrics.ts';
import type {Limiters} from './engine/limiter.ts';
import {isIndexMissing, orUnavailable} from './engine/requests.ts';
import {DamagedDocument} from './engine/stored-vehicles.ts';
import {coalesce, withDeadline} from './engine/while-wanted.ts';
import type {GenerationReader, LiveGeneration} from './live-generation.ts';

/** Bounds of the time after which an answer is late; the upper one applies until enough answers have been timed. */
const lateMs = {least: 10, most: 400};

/** An answer is late if it takes longer than 99 % of this many recent ones. */
const remembered = 200;

/** Each request that is sent adds this share of a repetition to the allowance, which saves up this many at most. */
const [share, burst] = [0.05, 10];

/** Maximum number of nodes that are avoided one after another for one answer: in a cluster of three, every one. */
const mostAvoided = 3;

/** A node that hangs does so for long, and until the cluster drops it every other request would be late. */
const avoidedMs = 60_000;

/** Copies rarely move. */
const nodesReadEveryMs = 60_000;

/** The 99th percentile of the times noted most recently. */
const percentile = () => {
  const times = new Float64Array(remembered).fill(lateMs.most);
  let [noted, late] = [0, lateMs.most];
  return {
    note: (ms: number): void => {
      times[noted % remembered] = ms;
      noted += 1;
      if (noted % (remembered / 10) !== 0) return;
      const p99 = times.toSorted()[Math.ceil(remembered * 0.99) - 1] ?? lateMs.most;
      late = Math.min(Math.max(p99, lateMs.least), lateMs.most);
    },
    ms: () => late,
  };
};

/** Sends a request, to be answered by copies with this preference, if any. */
type Ask<Value> = (preference: string | undefined) => Promise<Value>;

const isLate = Symbol('late');

const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value | typeof isLate> => {
  const late = Promise.withResolvers<typeof isLate>();
  const timer = setTimeout(late.resolve, ms, isLate);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

type Indices = Pick<LiveGeneration, 'vehiclesIndex' | 'referencesIndex'>;

/** The ids of the nodes with copies of a generation, as last read; reads them again now and then. */
const nodesRead = (client: Client) => {
  let [readOf, readAt, nodes] = ['', 0, [] as readonly string[]];
  const read = async (index: string) => {
    const found = Object.keys((await client.searchShards({index})).nodes);
    if (readOf === index) nodes = found;
  };
  return ({vehiclesIndex, referencesIndex}: Indices): readonly string[] => {
    const index = `${vehiclesIndex},${referencesIndex}`;
    if (readOf === index && performance.now() - readAt < nodesReadEveryMs) return nodes;
    if (readOf !== index) nodes = [];
    [readOf, readAt] = [index, performance.now()];
    // Without the ids no node is avoided. They are read again in a minute, and metrics count the failure.
    read(index).catch(() => {});
    return nodes;
  };
};

/** The preference for copies on other nodes, where there are some. */
const without = (node: string | undefined, nodes: readonly string[]): string | undefined =>
  node && nodes.length > 1
    ? `_prefer_nodes:${nodes.filter(each => each !== node).join(',')}`
    : undefined;

/**
 * Hedged requests (Dean, Barroso: The Tail at Scale, 2013): a request that is not answered within the 99th percentile
 * of recent answers is sent again, and the first answer counts. At most 5 % are repeated, so that a cluster that is
 * slow as a whole gets little extra load. The slower ones are not aborted: requests in flight show the client which
 * node does not answer.
 *
 * Elasticsearch keeps choosing copies on a node that hangs until the master drops it, after half a minute. So each
 * repetition avoids another node, and a node whose avoidance brings answers is avoided from the start for a while.
 */
export const hedging = (client: Client) => {
  const late = percentile();
  const nodesOf = nodesRead(client);
  let allowance = burst;
  let turn = 0;
  let avoided = {node: '', until: Number.NEGATIVE_INFINITY};

  const timed = async <Value>(ask: Ask<Value>, preference?: string): Promise<Value> => {
    const start = performance.now();
    const value = await ask(preference);
    late.note(performance.now() - start);
    return value;
  };

  const repeated = async <Value>(ask: Ask<Value>, node: string, nodes: readonly string[]) => {
    allowance -= 1;
    metrics.hedgedRequests.inc();
    const value = await timed(ask, without(node, nodes));
    // Occasional late answers use less of the allowance than they earn.
    if (allowance < burst / 2) avoided = {node, until: performance.now() + avoidedMs};
    return value;
  };

  /** The nodes to avoid one after another. If one has all copies, `''`: another can still receive the request. */
  const suspects = (nodes: readonly string[]): readonly string[] => {
    if (nodes.length < 2) return client.connectionPool.size > 1 ? [''] : [];
    turn += 1;
    return nodes.map((_, at) => nodes[(at + turn) % nodes.length] ?? '');
  };

  /** Rejects with the error of the first request. */
  return async <Value>(generation: Indices, ask: Ask<Value>): Promise<Value> => {
    const nodes = nodesOf(generation);
    const inTurn = suspects(nodes);
    if (inTurn.length === 0) return ask(undefined);
    allowance = Math.min(allowance + share, burst);
    const known = () => (performance.now() < avoided.until ? [avoided.node] : []);
    const tried = known();
    const first = timed(ask, without(tried[0], nodes));
    const sent = [first];
    let answer = first;
    while (sent.length <= mostAvoided) {
      const outcome = await within(late.ms(), answer);
      if (outcome !== isLate) return outcome;
      const node = [...known(), ...inTurn].find(each => !tried.includes(each));
      if (node === undefined || allowance < 1) break;
      tried.push(node);
      sent.push(repeated(ask, node, nodes));
      answer = Promise.any(sent).catch(() => first);
    }
    return answer;
  };
};

/** Maximum number of lookups in one request to Elasticsearch. */
const batchSizes = {lookups: 500, documents: 25};

/** Recently looked-up documents of a version of the dataset. An offered document may be kept. */
export type Kept<Key, Document> = {
  readonly known: (version: string, key: Key) => Document | undefined;
  readonly offer: (version: string, key: Key, document: Document) => void;
};

type LookupOptions<Key, Document> = {
  readonly kind?: keyof typeof batchSizes;
  readonly kept?: Kept<Key, Document>;
};

type Find<Value> = (generation: LiveGeneration, signal: AbortSignal) => Promise<Value>;

/** Runs queries on the live generation, each within `timeoutMs` and as long as its caller waits. */
export const liveQueries = (
  client: Client,
  live: GenerationReader,
  timeoutMs: number,
  limiters: Limiters,
) => {
  const hedged = hedging(client);

  /**
   * Runs a whole query on one generation and returns its version with the result. A prune may delete
   * the index after the generation was read: the query then runs once more, on the one that is live now. A
   * query that names a later release than the known one also runs on the current generation: the client may have
   * learned of that release from another copy of the API.
   */
  const runOnLive = async <Value>(
    find: Find<Value>,
    signal: AbortSignal,
    serial = 0,
  ): Promise<Versioned<Value>> => {
    const findIn = async (generation: LiveGeneration) => ({
      version: generation.version,
      value: await orUnavailable(find(generation, signal)),
    });

    try {
      const known = await live.known();
      return await findIn((known.serial ?? serial) < serial ? await live.current() : known);
    } catch (error) {
      if (!isIndexMissing(error)) throw error;
      return findIn(await live.current());
    }
  };

  /** A query that shares nothing and can name a release. It bounds its own requests to Elasticsearch by `limiters`. */
  const query = <Value>(
    find: Find<Value>,
    clientGone?: AbortSignal,
    serial?: number,
  ): Promise<Versioned<Value>> =>
    withDeadline(timeoutMs, clientGone, signal => runOnLive(find, signal, serial));

  /** A lookup by key. Concurrent ones share requests, late ones are repeated. A damaged document fails its key alone. */
  const lookup = <Key extends string, Document>(
    find: (
      generation: LiveGeneration,
      keys: readonly Key[],
      signal: AbortSignal,
      preference: string | undefined,
    ) => Promise<ReadonlyMap<Key, Document | DamagedDocument>>,
    {kind = 'lookups', kept}: LookupOptions<Key, Document> = {},
  ) => {
    const findBatch = coalesce(
      (keys: readonly Key[], signal) => {
        metrics.lookupKeys.observe(keys.length);
        const findIn: Find<ReadonlyMap<Key, Document | DamagedDocument>> = (generation, signal) =>
          hedged(generation, preference => find(generation, keys, signal, preference));
        return runOnLive(findIn, signal);
      },
      batchSizes[kind],
      limiters.of(kind),
      timeoutMs,
    );
    const findOne = async (key: Key, clientGone?: AbortSignal) => {
      try {
        const {version, value} = await findBatch(key, clientGone);
        const document = value.get(key);
        if (document instanceof DamagedDocument) throw document;
        if (document !== undefined) kept?.offer(version, key, document);
        return {version, value: document};
      } catch (error) {
        // A batch whose callers have all left fails with the reason of the last one.
        clientGone?.throwIfAborted();
        throw error;
      }
    };
    if (kind !== 'lookups') return findOne;
    return (key: Key, clientGone?: AbortSignal): ReturnType<typeof findOne> => {
      const version = kept && live.knownVersion();
      const value = version && kept.known(version, key);
      if (version && value) {
        limiters.lookedUp();
        return Promise.resolve({version, value});
      }
      return limiters.lookup(() => findOne(key, clientGone));
    };
  };

  return {query, lookup, limiters};
};

export type LiveQueries = ReturnType<typeof liveQueries>;
