import {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {RejectedRecord} from '../records/source-record.ts';
import {type Batch, documentAt} from './batch.ts';
import {type BulkTarget, toRejected} from './bulk-request.ts';
import {foldIntoStored} from './fold-into-stored.ts';
import {sendBatch} from './send-batch.ts';

/** The results of a batch. `created + repeated + refused` is the number of its documents. */
export type Written = {
  /** Vehicles that this batch created. */
  readonly created: number;
  /** Vehicles that another batch had created, merged into one document now. */
  readonly repeated: number;
  /** Documents that Elasticsearch refused. */
  readonly refused: readonly RejectedRecord[];
};

/**
 * Creates the documents of a batch. Those of a vehicle that exists already (409) are folded into its
 * document, so neither memory nor the order of records matters.
 */
export const writeVehicles = async (target: BulkTarget, batch: Batch): Promise<Written> => {
  const items = await sendBatch(target, batch);
  const existing = items.flatMap(({status}, position) => (status === 409 ? [position] : []));
  const refused = items.flatMap((item, position) =>
    item.status === 400 ? [toRejected(documentAt(batch, position), item)] : [],
  );
  const documents = existing.map(position => VehicleDocument.parse(documentAt(batch, position)));
  const folded = await foldIntoStored(target, documents);
  return {
    created: items.length - existing.length - refused.length + folded.ours,
    repeated: folded.repeated,
    refused: [...refused, ...folded.refused],
  };
};
