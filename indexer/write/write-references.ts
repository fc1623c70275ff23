import {batchOf} from '../document/batch.ts';
import {
  type ReferenceSighting,
  type ReferenceSightings,
  toReferenceDocument,
} from '../document/references.ts';
import {type BulkTarget, sendBatch} from './send-batch.ts';

const batchSize = 2000;

/** The version is the vehicle's id as text: a JavaScript number could be rounded. */
const toAction = (key: string, sighting: ReferenceSighting): string => {
  const action = `{"_id":"${key}","version":${sighting.vehicleId},"version_type":"external_gte"}`;
  return `{"index":${action}}\n${JSON.stringify(toReferenceDocument(key, sighting))}\n`;
};

/**
 * Writes reference entries under their keys, with the id of their vehicle as the document's version:
 * of several names for one id Elasticsearch keeps that of the highest vehicle id, whatever the order
 * of the writes. A 409 is a name with a lower one.
 */
export const writeReferences = async (
  target: BulkTarget,
  sightings: ReferenceSightings,
): Promise<void> => {
  const entries = sightings.entries();
  for (;;) {
    const actions = Array.from(entries.take(batchSize), ([key, seen]) => toAction(key, seen));
    if (actions.length === 0) return;
    for (const {status, error} of await sendBatch(target, batchOf(actions))) {
      if (status === 400) {
        throw new Error(`Elasticsearch rejected a reference entry: ${error?.type}.`);
      }
    }
  }
};
