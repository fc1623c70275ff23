import type {estypes} from '@elastic/elasticsearch';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import type {Indices} from '../write/indices.ts';
import {storedDocument} from './indexer-state.ts';

/** The newest event with a field, or the oldest. A `pruned` event is about another generation. */
const eventWith = (field: string, order: 'asc' | 'desc' = 'desc') => ({
  filter: {bool: {filter: [{exists: {field}}], must_not: [{term: {event: 'pruned'}}]}},
  aggs: {event: {top_hits: {size: 1, sort: [{'@timestamp': order}]}}},
});

const secondsByPhase: estypes.AggregationsAggregationContainer = {
  terms: {field: 'phase', size: 20, order: {ended: 'asc'}},
  aggs: {ended: {min: {field: '@timestamp'}}, seconds: {sum: {field: 'durationSeconds'}}},
};

const newestBuilds = (limit: number): estypes.AggregationsAggregationContainer => ({
  terms: {field: 'build', size: limit, order: {_key: 'desc'}},
  aggs: {
    first: eventWith('event', 'asc'),
    last: {max: {field: '@timestamp'}},
    named: eventWith('generation'),
    counted: eventWith('vehicles'),
    ended: eventWith('outcome'),
    forced: eventWith('forced'),
    phases: {filter: {term: {event: 'phase-ended'}}, aggs: {phases: secondsByPhase}},
  },
});

type TopHit = {readonly event: estypes.AggregationsTopHitsAggregate};
type Telling = 'first' | 'named' | 'counted' | 'ended' | 'forced';
type PhaseBucket = {readonly key: string; readonly seconds: {readonly value: number}};
type Bucket = {
  readonly key: number;
  readonly phases: {readonly phases: {readonly buckets: readonly PhaseBucket[]}};
  readonly last: {readonly value_as_string: string};
} & Readonly<Record<Telling, TopHit>>;
type Aggregations = {readonly builds: {readonly buckets: readonly Bucket[]}};

/** A build, summarized from its events; null where they do not say. */
const summary = (
  build: number,
  lastEventAt: string,
  phases: readonly PhaseBucket[],
  eventOf: (telling: Telling) => BuildEvent | undefined,
) => {
  const [first, counted, ended] = [eventOf('first'), eventOf('counted'), eventOf('ended')];
  return {
    build,
    command: first?.command ?? null,
    /** The version it built. */
    generation: eventOf('named')?.generation ?? null,
    startedAt: first?.['@timestamp'] ?? lastEventAt,
    lastEventAt,
    /** Null while it runs, or when it was killed. */
    outcome: ended?.outcome ?? null,
    durationSeconds: ended?.durationSeconds ?? null,
    vehicles: counted?.vehicles ?? null,
    rejects: counted?.rejects ?? null,
    /** Whether it went by what had changed, or in full, and then why. */
    way: counted?.way ?? null,
    because: counted?.because ?? null,
    /** Vehicles, once all are written. */
    unchanged: ended?.unchanged ?? null,
    written: ended?.written ?? null,
    deleted: ended?.deleted ?? null,
    /** The seconds of each phase that has ended. */
    phases: Object.fromEntries(phases.map(({key, seconds}) => [key, seconds.value])),
    /** The names of the failed checks, or the code of a refused extract or of an error. */
    reason: ended?.reason ?? null,
    /** How it ended, for operators. */
    sentence: ended?.sentence ?? null,
    /** Why an operator overrode the gate. */
    forced: eventOf('forced')?.forced ?? null,
    /** The name of the extract's file; null also for standard input. */
    fileName: first?.fileName ?? null,
    host: first?.host ?? null,
  };
};

export type LoggedBuild = ReturnType<typeof summary>;

const toBuild = (bucket: Bucket): LoggedBuild =>
  summary(bucket.key, bucket.last.value_as_string, bucket.phases.phases.buckets, telling => {
    const [hit] = bucket[telling].event.hits.hits;
    return hit && storedDocument(BuildEvent, hit);
  });

/**
 * A promotion or a rollback by an operator, or a fetch that failed: it builds nothing and has no
 * number. Its generation is the one that is live afterwards; null of a fetch.
 */
const toChange = (event: BuildEvent) => ({
  ...summary(0, event['@timestamp'], [], () => event),
  build: null,
  outcome: event.event,
});

export type LoggedChange = ReturnType<typeof toChange>;

/** Events of the log, newest first. */
const newestEvents = async (
  {client, prefix}: Indices,
  request: Pick<estypes.SearchRequest, 'size' | 'query' | 'allow_partial_search_results'>,
): Promise<readonly BuildEvent[]> => {
  const {hits} = await client.search({
    index: buildLogPattern(prefix),
    sort: {'@timestamp': {order: 'desc', unmapped_type: 'date'}},
    ...request,
  });
  return hits.hits.map(hit => storedDocument(BuildEvent, hit));
};

/** The months of the log that an operator closed, oldest first: a search skips them. */
export const closedMonths = async ({client, prefix}: Indices): Promise<readonly string[]> => {
  const closed = {expand_wildcards: 'closed', features: 'aliases'} as const;
  return Object.keys(
    await client.indices.get({index: buildLogPattern(prefix), ...closed}),
  ).toSorted();
};

/** The newest builds in the log, newest first, or the one with this number. */
export const loggedBuilds = async (
  {client, prefix}: Indices,
  limit: number,
  build?: number,
): Promise<readonly LoggedBuild[]> => {
  const index = buildLogPattern(prefix);
  // A build may have just logged its outcome.
  await client.indices.refresh({index});
  const {aggregations} = await client.search<unknown, Aggregations>({
    index,
    size: 0,
    ...(build !== undefined && {query: {term: {build}}}),
    aggs: {builds: newestBuilds(limit)},
  });
  return aggregations?.builds?.buckets.map(toBuild) ?? [];
};

/** The newest promotions and rollbacks by operators, and fetches and exports that failed, newest first. */
export const loggedChanges = async (
  indices: Indices,
  limit: number,
): Promise<readonly LoggedChange[]> => {
  const changes = {terms: {event: ['promoted', 'rolled-back', 'fetch-failed', 'export-failed']}};
  const query = {bool: {filter: [changes], must_not: [{exists: {field: 'build'}}]}};
  return (await newestEvents(indices, {size: limit, query})).map(toChange);
};

/** The versions under which a content went live, as far back as the log goes, newest first. */
export const promotedVersions = async (
  indices: Indices,
  contentId: string,
): Promise<readonly string[]> => {
  const query = {bool: {filter: [{term: {contentId}}, {term: {event: 'promoted'}}]}};
  const whole = {size: 100, query, allow_partial_search_results: false};
  return (await newestEvents(indices, whole)).flatMap(({generation}) => generation ?? []);
};
