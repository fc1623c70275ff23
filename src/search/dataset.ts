import type {Client, estypes} from '@elastic/elasticsearch';
import type {z} from 'zod';
import type {LastBuild} from '#core/domain/dataset.ts';
import type {Shards} from '#core/domain/engine-states.ts';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import {orUnavailable, searchIndex} from './engine/requests.ts';
import {withDeadline} from './engine/while-wanted.ts';
import type {GenerationReader} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';

const LastEvent = BuildEvent.pick({
  '@timestamp': true,
  outcome: true,
  durationSeconds: true,
  vehicles: true,
  rejects: true,
  way: true,
  unchanged: true,
  written: true,
  deleted: true,
}).required({outcome: true});

const AboutExtract = BuildEvent.pick({
  '@timestamp': true,
  event: true,
  fileName: true,
  reason: true,
  extractedAt: true,
});

/** A refusal, or what ends it. A fetch that found nothing to judge says nothing, nor does an extract that was rolled back. */
const judgements: estypes.SearchRequest['query'] = {
  bool: {
    filter: [{terms: {event: ['promoted', 'already-current', 'refused', 'fetch-failed']}}],
    must_not: [{term: {reason: 'FetchFailed'}}, {wildcard: {reason: '*refusals*'}}],
  },
};

const refusedBy = (event: z.output<typeof AboutExtract> | undefined): LastBuild['refused'] => {
  if (event === undefined || !['refused', 'fetch-failed'].includes(event.event)) return undefined;
  const {fileName: file = '', reason = '', '@timestamp': at} = event;
  return {file, reason, at};
};

/**
 * Reads the build log for the build that ended last, the one that went live last, the newest extract and the one
 * that is refused; undefined if no build has ended.
 */
export const lastBuild =
  (client: Client, indexPrefix: string, timeoutMs: number) => (): Promise<LastBuild | undefined> =>
    withDeadline(timeoutMs, undefined, async signal => {
      const index = buildLogPattern(indexPrefix);
      const search = async <Event extends z.ZodObject>(
        event: Event,
        size: number,
        query: NonNullable<estypes.SearchRequest['query']>,
        newest: keyof BuildEvent = '@timestamp',
      ) => {
        // Before the first build there is no index to search.
        const sort = {[newest]: {order: 'desc', unmapped_type: 'date'}} as const;
        const request = {
          size,
          query,
          sort,
          _source: Object.keys(event.shape),
          track_total_hits: false,
        };
        const {hits} = await orUnavailable(searchIndex(client, index, request, signal));
        return hits.hits.map(({_source}) => event.parse(_source));
      };
      const [[last], promotions, [judged], [newest]] = await Promise.all([
        search(LastEvent, 1, {exists: {field: 'outcome'}}),
        search(LastEvent, 10, {term: {outcome: 'promoted'}}),
        search(AboutExtract, 1, judgements),
        search(AboutExtract, 1, {exists: {field: 'extractedAt'}}, 'extractedAt'),
      ]);
      if (last === undefined) return undefined;
      const {'@timestamp': endedAt, ...build} = last;
      const fullInARow = [...promotions, {way: null}].findIndex(({way}) => way !== 'full');
      return {
        endedAt,
        ...build,
        promoted: promotions[0] && {...promotions[0], fullInARow},
        refused: refusedBy(judged),
        newestExtractAt: newest?.extractedAt,
      };
    });

/**
 * Reads which copies of shards there are of what the API reads. That takes no privilege that it does not need anyway:
 * the health of the cluster would take `monitor` of all of it.
 */
export const shards = (client: Client, prefix: string, timeoutMs: number) => (): Promise<Shards> =>
  withDeadline(timeoutMs, undefined, async signal => {
    const names = ['vehicles', 'references', 'changes', 'index-builds-*'];
    const request = {index: names.map(name => `${prefix}${name}`), ignore_unavailable: true};
    const [{shards, nodes}, settings] = await orUnavailable(
      Promise.all([
        client.searchShards(request, {signal}),
        client.indices.getSettings({...request, flat_settings: true}, {signal}),
      ]),
    );
    const wanted = Object.values(settings).map(({settings: flat = {}}) => {
      return (
        Number(flat['index.number_of_shards']) * (1 + Number(flat['index.number_of_replicas']))
      );
    });
    const active = shards.map(
      copies => copies.filter(({state}) => ['STARTED', 'RELOCATING'].includes(state)).length,
    );
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
    const primary = active.filter(copies => copies === 0).length;
    const versions = new Set(Object.values(nodes).map(({version}) => version));
    const replica = sum(wanted) - sum(active) - primary;
    return {missing: {primary, replica}, versions: [...versions]};
  });

/** The generation that is live. */
export const liveDataset = (client: Client, live: GenerationReader, {query}: LiveQueries) => ({
  current: async () => {
    const {dataset, serial} = await live.everywhere();
    return {...dataset, serial};
  },
  version: async () => (await live.known()).version,
  /** Searches both indices of the live generation, and resolves to its version where both answer. */
  searchable: async () => {
    const {version} = await query(({vehiclesIndex, referencesIndex}, signal) =>
      Promise.all(
        [vehiclesIndex, referencesIndex].map(index =>
          searchIndex(client, index, {size: 0, track_total_hits: false}, signal),
        ),
      ),
    );
    return version;
  },
});
