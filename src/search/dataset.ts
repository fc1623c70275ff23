import type {Client, estypes} from '@elastic/elasticsearch';
import type {LastBuild} from '#core/domain/dataset.ts';
import type {Shards} from '#core/domain/engine-states.ts';
import {type BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import {findDocuments, orUnavailable, searchIndex} from './engine/requests.ts';
import {withDeadline} from './engine/while-wanted.ts';
import type {GenerationReader} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';

/** A refusal, or what ends one. A fetch without an extract says nothing, nor does an extract that was rolled back. */
const judgement = {
  bool: {
    filter: [{terms: {event: ['promoted', 'already-current', 'refused', 'fetch-failed']}}],
    must_not: [{term: {reason: 'FetchFailed'}}, {wildcard: {reason: '*refusals*'}}],
  },
};

/**
 * Reads the build log for the build that ended last, the one that went live last, the newest extract and the one
 * that is refused; undefined if no build has ended.
 */
export const lastBuild =
  (client: Client, indexPrefix: string, timeoutMs: number) => (): Promise<LastBuild | undefined> =>
    withDeadline(timeoutMs, undefined, async signal => {
      const index = buildLogPattern(indexPrefix);
      const search = (
        query: NonNullable<estypes.SearchRequest['query']>,
        size = 1,
        newest: keyof BuildEvent = '@timestamp',
      ) => {
        // Before the first build there is no index to search.
        const sort = {[newest]: {order: 'desc', unmapped_type: 'date'}} as const;
        const request = {query, size, sort};
        return orUnavailable(findDocuments<BuildEvent>(client, index, request, signal));
      };
      const [[last], promotions, [judged], [newest]] = await Promise.all([
        search({exists: {field: 'outcome'}}),
        search({term: {outcome: 'promoted'}}, 10),
        search(judgement),
        search({exists: {field: 'extractedAt'}}, 1, 'extractedAt'),
      ]);
      if (last?.outcome === undefined) return undefined;
      const {outcome, '@timestamp': endedAt} = last;
      const fullInARow = [...promotions, {way: null}].findIndex(({way}) => way !== 'full');
      const {event = '', fileName: file = '', reason = '', '@timestamp': at = ''} = judged ?? {};
      return {
        ...last,
        ...{outcome, endedAt},
        promoted: promotions[0] && {...promotions[0], fullInARow},
        refused: ['refused', 'fetch-failed'].includes(event) ? {file, reason, at} : undefined,
        newestExtractAt: newest?.extractedAt,
      };
    });

/**
 * Reads which copies exist of the shards that the API reads. This takes no further privilege; the health of the cluster
 * would take `monitor` on all of it.
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
