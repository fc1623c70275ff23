import type {estypes} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Batch, batchOf, documentAt} from '../document/batch.ts';
import {foldVehicles, isFoldedIn} from '../document/fold-vehicles.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {CandidateLost, WritesLost} from './errors.ts';
import {NotReady, retry} from './retry.ts';
import {type BulkItem, type BulkTarget, sendBatch} from './send-batch.ts';

/** A stored document and the version of it that a write replaces. */
const toStored = (item: estypes.MgetResponseItem<VehicleDocument>) => {
  if ('error' in item) {
    const {type} = item.error;
    // A shard that is not ready reports an error for each of its documents.
    throw type === 'index_not_found_exception' ? new CandidateLost() : new NotReady(type);
  }
  const {_source: stored, _seq_no: if_seq_no, _primary_term: if_primary_term} = item;
  if (!stored) throw new WritesLost('A vehicle that was there is there no more.');
  return {stored, position: {if_seq_no, if_primary_term}};
};

/** The stored documents of the same vehicles, in the same order. */
const readStored = ({client, alias, policy}: BulkTarget, documents: readonly VehicleDocument[]) =>
  retry(policy, async () => {
    const request = {index: alias, ids: documents.map(({vehicle}) => vehicle.id)};
    const {docs} = await client.mget<VehicleDocument>(request, {signal: policy.signal});
    return docs.map(toStored);
  });

/** The reason holds the type of the error alone: its message quotes the document. */
const toRejected = (
  {vehicle: {id}, ordinals: [ordinal = 0]}: VehicleDocument,
  {status, error}: BulkItem,
): RejectedRecord => ({ordinal, reason: `Indexing:${error?.type ?? status}`, ident: id});

/**
 * Folds documents into the stored documents of their vehicles, each guarded by `if_seq_no`: after a
 * concurrent write the document is read and folded again. A document whose ordinals are all stored
 * at the first read was written by a request whose response was lost; it is not a repeat.
 */
const foldIntoStored = async (target: BulkTarget, documents: readonly VehicleDocument[]) => {
  /** Records whose merged document Elasticsearch rejected. The vehicle stays as it was. */
  const rejected: RejectedRecord[] = [];
  /** Documents that this import had written: the response was lost. */
  let ours = 0;
  let rest = documents;
  for (let read = 0; rest.length > 0; read += 1) {
    const found = await readStored(target, rest);
    const writes = rest.flatMap((document, at) => {
      const {stored, position} = found[at] ?? {};
      if (!stored || isFoldedIn(document, stored)) return [];
      const action = JSON.stringify({index: {_id: document.vehicle.id, ...position}});
      const folded = JSON.stringify(foldVehicles(document, stored));
      return [{document, lines: `${action}\n${folded}\n`}];
    });
    if (read === 0) ours = rest.length - writes.length;
    const items = await sendBatch(target, batchOf(writes.map(({lines}) => lines)));
    rest = writes.flatMap(({document}, at) => (items[at]?.status === 409 ? [document] : []));
    for (const [at, item] of items.entries()) {
      const {document} = writes[at] ?? {};
      if (document && item.status === 400) rejected.push(toRejected(document, item));
    }
  }
  return {ours, repeated: documents.length - ours - rejected.length, rejected};
};

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
