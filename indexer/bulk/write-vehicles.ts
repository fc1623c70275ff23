import type {Client} from '@elastic/elasticsearch';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {RetryPolicy} from '../elasticsearch/retry.ts';
import type {RejectedRecord} from '../records/source-record.ts';
import {type Batch, documentAt} from './batch.ts';
import {foldIntoStored} from './fold-into-stored.ts';
import {refusedDocument} from './refused-document.ts';
import {sendBatch} from './send-batch.ts';

/** What became of a batch. `created + repeated + refused` is the number of its documents. */
export type Written = {
  /** Vehicles this batch was the first to write. */
  readonly created: number;
  /** Vehicles that were there already, from another batch, and are folded into one now. */
  readonly repeated: number;
  /** Documents Elasticsearch would not take, with its own word for why. */
  readonly refused: readonly RejectedRecord[];
};

/**
 * Creates the documents of a batch; those of a vehicle that is there already (409) are folded into
 * it, so neither memory nor the order of records matters.
 */
export const writeVehicles = async (
  client: Client,
  alias: string,
  batch: Batch,
  policy: RetryPolicy,
): Promise<Written> => {
  const answers = await sendBatch(client, alias, batch, policy);
  const there = answers.flatMap(({status}, position) => (status === 409 ? [position] : []));
  const refused = answers.flatMap((answer, position) =>
    answer.status === 400 ? [refusedDocument(documentAt(batch, position), answer)] : [],
  );
  const documents = there.map(position => VehicleDocument.parse(documentAt(batch, position)));
  const folded = await foldIntoStored(client, alias, documents, policy);
  return {
    created: answers.length - there.length - refused.length + folded.ours,
    repeated: folded.repeated,
    refused: [...refused, ...folded.refused],
  };
};
