import type {estypes} from '@elastic/elasticsearch';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import type {Indices} from '../write/indices.ts';
import {storedDocument} from './indexer-state.ts';

/** The newest event with a field, or the oldest. A `pruned` event is about another generation. */
const eventWith = (field: string, order: 'asc' | 'desc' = 'desc') => ({
  filter: {bool: {filter: [{exists: {field}}], must_not: [{term: {event: 'pruned'}}]}},
  aggs: {event: {top_hits: {size: 1, sort: [{'@timestamp': order}]}}},
});

const newestBuilds = (limit: number): estypes.AggregationsAggregationContainer => ({
  terms: {field: 'build', size: limit, order: {_key: 'desc'}},
  aggs: {
    first: eventWith('event', 'asc'),
    last: {max: {field: '@timestamp'}},
    named: eventWith('generation'),
    counted: eventWith('vehicles'),
    ended: eventWith('outcome'),
    forced: eventWith('forced'),
  },
});

type TopHit = {readonly event: estypes.AggregationsTopHitsAggregate};
type Bucket = {
  readonly key: number;
  readonly last: {readonly value_as_string: string};
} & Readonly<Record<'first' | 'named' | 'counted' | 'ended' | 'forced', TopHit>>;
type Aggregations = {readonly builds: {readonly buckets: readonly Bucket[]}};

const eventOf = ({event}: TopHit): BuildEvent | undefined => {
  const [hit] = event.hits.hits;
  return hit && storedDocument(BuildEvent, hit);
};

/** A build, summarized from its events; null where they do not say. */
const toBuild = ({key, last, ...hits}: Bucket) => {
  const first = eventOf(hits.first);
  const [counted, ended] = [eventOf(hits.counted), eventOf(hits.ended)];
  return {
    build: key,
    command: first?.command ?? null,
    /** The version it built. */
    generation: eventOf(hits.named)?.generation ?? null,
    startedAt: first?.['@timestamp'] ?? last.value_as_string,
    lastEventAt: last.value_as_string,
    /** Null while it runs, or when it was killed. */
    outcome: ended?.outcome ?? null,
    durationSeconds: ended?.durationSeconds ?? null,
    vehicles: counted?.vehicles ?? null,
    rejects: counted?.rejects ?? null,
    /** The names of the failed checks, or the code of a refused extract or of an error. */
    reason: ended?.reason ?? null,
    /** How it ended, for operators. */
    sentence: ended?.sentence ?? null,
    /** Why an operator overrode the gate. */
    forced: eventOf(hits.forced)?.forced ?? null,
    /** The name of the extract's file; null also for standard input. */
    fileName: first?.fileName ?? null,
    host: first?.host ?? null,
  };
};

export type LoggedBuild = ReturnType<typeof toBuild>;

const changes = ['promoted', 'rolled-back', 'fetch-failed'] as const;

/** A promotion or a rollback by an operator, or a fetch that failed: it builds nothing and has no number. */
const toChange = (event: BuildEvent) => ({
  build: null,
  command: event.command ?? null,
  /** The version that is live afterwards; null of a fetch. */
  generation: event.generation ?? null,
  startedAt: event['@timestamp'],
  lastEventAt: event['@timestamp'],
  outcome: changes.find(change => change === event.event) ?? 'promoted',
  durationSeconds: null,
  vehicles: event.vehicles ?? null,
  rejects: null,
  reason: event.reason ?? null,
  sentence: event.sentence ?? null,
  forced: event.forced ?? null,
  fileName: null,
  host: event.host ?? null,
});

export type LoggedChange = ReturnType<typeof toChange>;

/** The newest builds in the log, newest first, or the one with this number. */
export const loggedBuilds = async (
  {client, prefix}: Indices,
  limit: number,
  build?: number,
): Promise<readonly LoggedBuild[]> => {
  const index = buildLogPattern(prefix);
  // A moment ago a build may have logged its outcome.
  await client.indices.refresh({index});
  const {aggregations} = await client.search<unknown, Aggregations>({
    index,
    size: 0,
    ...(build !== undefined && {query: {term: {build}}}),
    aggs: {builds: newestBuilds(limit)},
  });
  return aggregations?.builds?.buckets.map(toBuild) ?? [];
};

/** The newest promotions and rollbacks by operators, and fetches that failed, newest first. */
export const loggedChanges = async (
  {client, prefix}: Indices,
  limit: number,
): Promise<readonly LoggedChange[]> => {
  const {hits} = await client.search({
    index: buildLogPattern(prefix),
    size: limit,
    sort: [{'@timestamp': {order: 'desc', unmapped_type: 'date'}}],
    query: {
      bool: {
        filter: [{terms: {event: [...changes]}}],
        must_not: [{exists: {field: 'build'}}],
      },
    },
  });
  return hits.hits.map(hit => toChange(storedDocument(BuildEvent, hit)));
};

/** The versions under which a content went live, as far back as the log goes, newest first. */
export const promotedVersions = async (
  {client, prefix}: Indices,
  contentSha256: string,
): Promise<readonly string[]> => {
  const {hits} = await client.search({
    index: buildLogPattern(prefix),
    allow_partial_search_results: false,
    size: 100,
    sort: [{'@timestamp': {order: 'desc', unmapped_type: 'date'}}],
    query: {bool: {filter: [{term: {contentSha256}}, {term: {event: 'promoted'}}]}},
  });
  return hits.hits.flatMap(hit => storedDocument(BuildEvent, hit).generation ?? []);
};
