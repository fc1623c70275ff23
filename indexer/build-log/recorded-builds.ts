import type {Client, estypes} from '@elastic/elasticsearch';
import {BuildEvent, buildLogPattern, type Outcome} from '#mappings/build-event.ts';
import {storedDocument} from '../state/stored-document.ts';

/** One build as its events tell of it. */
export type RecordedBuild = {
  readonly build: number;
  readonly command: string | null;
  /** The version it built; null when it ended before it had one. */
  readonly generation: string | null;
  readonly startedAt: string;
  readonly lastEventAt: string;
  /** Null of a build without a last event: it runs still, or it was killed. */
  readonly outcome: Outcome | null;
  readonly durationSeconds: number | null;
  readonly vehicles: number | null;
  readonly rejects: number | null;
  /** What ended it. */
  readonly sentence: string | null;
  /** Why a person had the gate overruled. */
  readonly forced: string | null;
  readonly host: string | null;
};

/** The newest event that has this field, or the oldest. */
const eventWith = (field: string, order: 'asc' | 'desc' = 'desc') => ({
  filter: {exists: {field}},
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

type Hits = {readonly event: estypes.AggregationsTopHitsAggregate};
type Bucket = {
  readonly key: number;
  readonly last: {readonly value_as_string: string};
} & Readonly<Record<'first' | 'named' | 'counted' | 'ended' | 'forced', Hits>>;
type Answer = {readonly builds: {readonly buckets: readonly Bucket[]}};

const eventOf = ({event}: Hits): BuildEvent | undefined => {
  const [hit] = event.hits.hits;
  return hit && storedDocument(BuildEvent, hit);
};

const toBuild = ({key, last, ...found}: Bucket): RecordedBuild => {
  const first = eventOf(found.first);
  const [counted, ended] = [eventOf(found.counted), eventOf(found.ended)];
  return {
    build: key,
    command: first?.command ?? null,
    generation: eventOf(found.named)?.generation ?? null,
    startedAt: first?.['@timestamp'] ?? last.value_as_string,
    lastEventAt: last.value_as_string,
    outcome: ended?.outcome ?? null,
    durationSeconds: ended?.durationSeconds ?? null,
    vehicles: counted?.vehicles ?? null,
    rejects: counted?.rejects ?? null,
    sentence: ended?.sentence ?? null,
    forced: eventOf(found.forced)?.forced ?? null,
    host: first?.host ?? null,
  };
};

/** The newest builds of the record, newest first; none before the first is recorded. */
export const recordedBuilds = async (
  client: Client,
  prefix: string,
  limit: number,
): Promise<readonly RecordedBuild[]> => {
  const index = buildLogPattern(prefix);
  // What was written a moment ago counts as well: an outcome above all.
  await client.indices.refresh({index});
  const {aggregations: found} = await client.search<unknown, Answer>({
    index,
    size: 0,
    aggs: {builds: newestBuilds(limit)},
  });
  return found?.builds?.buckets.map(toBuild) ?? [];
};
