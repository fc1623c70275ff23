import type {Client} from '@elastic/elasticsearch';
import type {ReferenceSightings} from '../stages/collect-references.ts';
import {toBatch} from './batch.ts';
import type {Patience} from './patience.ts';
import {sendBatch} from './send-batch.ts';

const batchSize = 2000;

/** Writes the reference entries under their keys. One that is there is our own, sent again. */
export const writeReferences = async (
  client: Client,
  alias: string,
  sightings: ReferenceSightings,
  patience: Patience,
): Promise<void> => {
  const lines = Array.from(sightings, ([id, {entry}]) => ({id, document: entry}));
  for (let start = 0; start < lines.length; start += batchSize) {
    const batch = toBatch(lines.slice(start, start + batchSize));
    for (const {status, error} of await sendBatch(client, alias, batch, patience)) {
      if (status >= 300 && status !== 409) {
        throw new Error(`Elasticsearch refused a reference entry: ${error?.type ?? status}.`);
      }
    }
  }
};
