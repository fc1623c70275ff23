import type {Client} from '@elastic/elasticsearch';
import type {ReferenceSighting, ReferenceSightings} from '../document/references.ts';
import {toReferenceDocument} from '../document/references.ts';
import type {RetryPolicy} from '../elasticsearch/retry.ts';
import {batchOf} from './batch.ts';
import {sendBatch} from './send-batch.ts';

const batchSize = 2000;

/** The version is the vehicle's id as text: a JavaScript number could be rounded. */
const toAction = (key: string, sighting: ReferenceSighting): string => {
  const action = `{"_id":"${key}","version":${sighting.vehicleId},"version_type":"external_gte"}`;
  return `{"index":${action}}\n${JSON.stringify(toReferenceDocument(key, sighting))}\n`;
};

/**
 * Writes reference entries under their keys, with the id of their vehicle as the document's version:
 * of several names for one id Elasticsearch keeps that of the highest vehicle id (design §6), whatever
 * the order of the writes. A 409 is a name with a lower one.
 */
export const writeReferences = async (
  client: Client,
  alias: string,
  sightings: ReferenceSightings,
  policy: RetryPolicy,
): Promise<void> => {
  const entries = sightings.entries();
  for (;;) {
    const actions = Array.from(entries.take(batchSize), ([key, seen]) => toAction(key, seen));
    if (actions.length === 0) return;
    for (const {status, error} of await sendBatch(client, alias, batchOf(actions), policy)) {
      if (status === 400) {
        throw new Error(`Elasticsearch refused a reference entry: ${error?.type}.`);
      }
    }
  }
};
