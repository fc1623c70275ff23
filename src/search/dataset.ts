import type {Client, estypes} from '@elastic/elasticsearch';
import type {LastBuild} from '#core/domain/dataset.ts';
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

/** The last events of builds. Before the first build there is no index to search. */
const newestFirst: estypes.SearchRequest = {
  sort: [{'@timestamp': {order: 'desc', unmapped_type: 'date'}}],
  _source: Object.keys(LastEvent.shape),
  track_total_hits: false,
};

/** Reads the build log for the build that ended last, and the one that went live last; undefined if none has ended. */
export const lastBuild =
  (client: Client, indexPrefix: string, timeoutMs: number) => (): Promise<LastBuild | undefined> =>
    withDeadline(timeoutMs, undefined, async signal => {
      const index = buildLogPattern(indexPrefix);
      const search = async (request: estypes.SearchRequest) => {
        const {hits} = await orUnavailable(searchIndex(client, index, request, signal));
        return hits.hits.map(({_source}) => LastEvent.parse(_source));
      };
      const [[last], promotions] = await Promise.all([
        search({...newestFirst, size: 1, query: {exists: {field: 'outcome'}}}),
        search({...newestFirst, size: 10, query: {term: {outcome: 'promoted'}}}),
      ]);
      if (last === undefined) return undefined;
      const {'@timestamp': endedAt, ...build} = last;
      const fullInARow = [...promotions, {way: null}].findIndex(({way}) => way !== 'full');
      return {endedAt, ...build, promoted: promotions[0] && {...promotions[0], fullInARow}};
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
