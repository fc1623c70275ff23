import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {toVehicleDocument} from './to-vehicle-document.ts';

/**
 * All records in memory, one after the other: what an import must come to without that. The day is that of most extracts
 * that tests write.
 */
export const foldedInMemory = (
  records: readonly string[],
  extractedOn = '2026-11-15',
): readonly VehicleDocument[] => {
  const reading = {latestYear: 2027, extractedOn, setAside: () => {}};
  const folded = new Map<string, VehicleDocument>();
  for (const [ordinal, record] of records.entries()) {
    const tree = treeOf(record);
    const id = String(tree['KoeretoejIdent']);
    const document = toVehicleDocument(id, ordinal, tree, reading);
    const known = folded.get(id);
    folded.set(id, known ? foldVehicles(known, document) : document);
  }
  return Array.from(folded.values()).toSorted(({vehicle: a}, {vehicle: b}) =>
    BigInt(a.id) < BigInt(b.id) ? -1 : 1,
  );
};
