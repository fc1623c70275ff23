import type {Client} from '@elastic/elasticsearch';
import type {ReferenceSighting, ReferenceSightings} from '../document/collect-references.ts';
import {toReferenceDocument} from '../document/to-reference-document.ts';
import type {RetryPolicy} from '../elasticsearch/retry.ts';
import {batchOf} from './batch.ts';
import {sendBatch} from './send-batch.ts';

const batchSize = 2000;

/** The vehicle's id is the version, written out: as a JavaScript number it could be rounded. */
const toAction = (key: string, sighting: ReferenceSighting): string => {
  const action = `{"_id":"${key}","version":${sighting.vehicleId},"version_type":"external_gte"}`;
  return `{"index":${action}}\n${JSON.stringify(toReferenceDocument(key, sighting))}\n`;
};

/**
 * Writes reference entries under their keys, with the vehicle they were seen on as the version of
 * the document: of several names for one id Elasticsearch itself keeps that of the highest vehicle
 * (design §6), whoever writes when. A 409 is a name that lost.
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
