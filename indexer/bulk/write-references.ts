import type {Client} from '@elastic/elasticsearch';
import type {ReferenceSightings} from '../stages/collect-references.ts';
import {toReferenceDocument} from '../stages/to-reference-document.ts';
import {BatchBuilder} from './batch-builder.ts';
import type {Patience} from './patience.ts';
import {sendBatch} from './send-batch.ts';

const batchSize = 2000;
const usualBatchBytes = 1024 * 1024;

/** One batch at a time, all in the same memory. */
const batchesOf = function* (sightings: ReferenceSightings) {
  const memory = new ArrayBuffer(usualBatchBytes);
  const entries = sightings.entries();
  for (;;) {
    const builder = new BatchBuilder(memory);
    for (const [key, sighting] of entries.take(batchSize)) {
      builder.set(key, toReferenceDocument(key, sighting));
    }
    const batch = builder.build();
    if (batch.ends.length === 0) return;
    yield batch;
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
      if (status === 400) {
        throw new Error(`Elasticsearch refused a reference entry: ${error?.type}.`);
      }
    }
  }
};
