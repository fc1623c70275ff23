import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Batch, documentAt} from '../document/batch.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {foldIntoStored, toRejected} from './fold-into-stored.ts';
import {type BulkTarget, sendBatch} from './send-batch.ts';

/** The results of a batch. `created + repeated + rejected` is the number of its documents. */
export type Written = {
  /** Vehicles that this batch created. */
  readonly created: number;
  /** Vehicles that another batch had created, merged into one document now. */
  readonly repeated: number;
  /** Documents that Elasticsearch rejected. */
  readonly rejected: readonly RejectedRecord[];
};

/**
 * Creates the documents of a batch. Those of a vehicle that exists already (409) are folded into its
 * document, so neither memory nor the order of records matters.
 */
export const writeVehicles = async (target: BulkTarget, batch: Batch): Promise<Written> => {
  const items = await sendBatch(target, batch);
  const vehicleAt = (position: number) => documentAt(batch, position) as VehicleDocument;
  const existing = items.flatMap(({status}, at) => (status === 409 ? [vehicleAt(at)] : []));
  const rejected = items.flatMap((item, at) =>
    item.status === 400 ? [toRejected(vehicleAt(at), item)] : [],
  );
  const folded = await foldIntoStored(target, existing);
  return {
    created: items.length - existing.length - rejected.length + folded.ours,
    repeated: folded.repeated,
    rejected: [...rejected, ...folded.rejected],
  };
};
