import type {estypes} from '@elastic/elasticsearch';
import {
  documentJson,
  type UnsizedDocument,
  type VehicleDocument,
} from '#mappings/vehicle-document.ts';
import {actionLines, batchOf, documentAt} from '../document/batch.ts';
import {foldVehicles} from '../document/fold-vehicles.ts';
import {ordinalOf, type PreparedBatch} from '../document/prepare-batch.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {CandidateLost, WritesLost} from './errors.ts';
import {NotReady, retry} from './retry.ts';
import {type BulkItem, type BulkTarget, sendBatch} from './send-batch.ts';

/** A stored document and the version of it that a write replaces; undefined when there is none. */
const toStored = <Document>(item: estypes.MgetResponseItem<Document>) => {
  if ('error' in item) {
    const {type} = item.error;
    // A shard that is not ready reports an error for each of its documents.
    throw type === 'index_not_found_exception' ? new CandidateLost() : new NotReady(type);
  }
  const {_source: stored, _seq_no: if_seq_no, _primary_term: if_primary_term} = item;
  return stored && {stored, position: {if_seq_no, if_primary_term}};
};

/** The stored documents with these ids, in the same order. */
export const readStored = <Document>({client, alias, policy}: BulkTarget, ids: readonly string[]) =>
  retry(policy, async () => {
    const request = {index: alias, ids: [...ids]};
    const {docs} = await client.mget<Document>(request, {signal: policy.signal});
    return docs.map(toStored);
  });

/** The documents that Elasticsearch rejected. The reason is the type of the error: its message quotes the document. */
export const rejectedOf = (
  items: readonly BulkItem[],
  vehicleAt: (at: number) => UnsizedDocument | undefined,
  ordinalOf: (ident: string) => number,
): readonly RejectedRecord[] =>
  items.flatMap(({status, error}, at) => {
    const ident = status === 400 ? vehicleAt(at)?.vehicle.id : undefined;
    if (ident === undefined) return [];
    return [{ordinal: ordinalOf(ident), reason: `Indexing:${error?.type ?? status}`, ident}];
  });

/** The part of a batch that is written, and where its records are. */
export type VehicleBatch = Pick<PreparedBatch, 'body' | 'ends' | 'rows'>;

/**
 * Folds documents into the stored documents of their vehicles, each guarded by `if_seq_no`: after a
 * concurrent write the document is read and folded again. What is stored already, such as by a request
 * whose response was lost, is not written again. Returns the rejected ones, whose vehicles stay as they were.
 */
const foldIntoStored = async (
  target: BulkTarget,
  documents: readonly VehicleDocument[],
  batch: VehicleBatch,
) => {
  const rejected: RejectedRecord[] = [];
  let rest = documents;
  while (rest.length > 0) {
    const found = await readStored<VehicleDocument>(
      target,
      rest.map(({vehicle}) => vehicle.id),
    );
    const writes = rest.flatMap((document, at) => {
      const {stored, position} = found[at] ?? {};
      if (!stored) throw new WritesLost('A vehicle that was there is missing.');
      const folded = documentJson(foldVehicles(document, stored));
      if (folded === JSON.stringify(stored)) return [];
      const action = {index: {_id: document.vehicle.id, ...position}};
      return [{document, lines: actionLines(action, folded)}];
    });
    const items = await sendBatch(target, batchOf(writes.map(({lines}) => lines)));
    rest = writes.flatMap(({document}, at) => (items[at]?.status === 409 ? [document] : []));
    const writtenAt = (at: number) => writes[at]?.document;
    rejected.push(...rejectedOf(items, writtenAt, id => ordinalOf(batch, id)));
  }
  return rejected;
};

/** The results of a batch, beside the vehicles that it created. */
export type Written = {
  /** Documents whose vehicle was there already. */
  readonly repeated: number;
  /** Documents that Elasticsearch rejected. */
  readonly rejected: readonly RejectedRecord[];
};

/**
 * Creates the documents of a batch. Those of a vehicle that exists already (409) are folded into its
 * document, so neither memory nor the order of records matters.
 */
export const writeVehicles = async (target: BulkTarget, batch: VehicleBatch): Promise<Written> => {
  const items = await sendBatch(target, batch);
  const vehicleAt = (position: number) => documentAt(batch, position) as VehicleDocument;
  const existing = items.flatMap(({status}, at) => (status === 409 ? [vehicleAt(at)] : []));
  const rejected = rejectedOf(items, vehicleAt, id => ordinalOf(batch, id));
  const notFolded = await foldIntoStored(target, existing, batch);
  return {
    repeated: existing.length - notFolded.length,
    rejected: [...rejected, ...notFolded],
  };
};
