import {documentAt} from '#indexer/document/batch.ts';
import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {treeOf} from './record-trees.ts';

/**
 * All records in memory, each in a batch of its own: what an import must come to without that. The day is that of most
 * extracts that tests write.
 */
export const foldedInMemory = (
  records: readonly string[],
  extractedOn = '2026-11-15',
): readonly VehicleDocument[] => {
  const {slots, prepare} = batchPreparer(extractedOn);
  const folded = new Map<string, VehicleDocument>();
  for (const [ordinal, record] of records.entries()) {
    const read = fillEach(slots, [{ordinal, tree: treeOf(record)}]);
    const document = documentAt(prepare(read, new ArrayBuffer(65_536)), 0) as VehicleDocument;
    const {id} = document.vehicle;
    const known = folded.get(id);
    folded.set(id, known ? foldVehicles(known, document) : document);
  }
  return Array.from(folded.values()).toSorted(({vehicle: a}, {vehicle: b}) =>
    BigInt(a.id) < BigInt(b.id) ? -1 : 1,
  );
};
