import type {Client} from '@elastic/elasticsearch';
import type {ReferenceSightings} from '../stages/collect-references.ts';
import {toReferenceDocument} from '../stages/to-reference-document.ts';
import {BatchBuilder} from './batch-builder.ts';
import type {Patience} from './patience.ts';
import {sendBatch} from './send-batch.ts';

const batchSize = 2000;
const usualBatchBytes = 1024 * 1024;

const batchesOf = function* (sightings: ReferenceSightings) {
  const entries = Array.from(sightings.keys());
  for (let start = 0; start < entries.length; start += batchSize) {
    const builder = new BatchBuilder(new ArrayBuffer(usualBatchBytes));
    for (const key of entries.slice(start, start + batchSize)) {
      const sighting = sightings.get(key);
      if (sighting) builder.set(key, toReferenceDocument(key, sighting));
    }
    yield builder.build();
  }
};

/** Writes the reference entries under their keys. One that is there is our own, sent again. */
export const writeReferences = async (
  client: Client,
  alias: string,
  sightings: ReferenceSightings,
  patience: Patience,
): Promise<void> => {
  for (const batch of batchesOf(sightings)) {
    for (const {status, error} of await sendBatch(client, alias, batch, patience)) {
      if (status >= 300 && status !== 409) {
        throw new Error(`Elasticsearch refused a reference entry: ${error?.type ?? status}.`);
      }
    }
  }
};
