import type {Client} from '@elastic/elasticsearch';
import {searchIndex} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';

/** Searches both indices of the live generation, and resolves to its version where both answer. */
export const probe =
  (client: Client, {query}: LiveQueries) =>
  async (): Promise<string> => {
    const {version} = await query(({vehiclesIndex, referencesIndex}, signal) =>
      Promise.all(
        [vehiclesIndex, referencesIndex].map(index =>
          searchIndex(client, index, {size: 0, track_total_hits: false}, signal),
        ),
      ),
    );
    return version;
  };
