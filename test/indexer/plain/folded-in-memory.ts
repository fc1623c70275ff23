import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {toVehicleDocument} from './to-vehicle-document.ts';

/** The year after the one in the names of the extracts that tests write. */
const reading = {latestYear: 2027, extractedOn: '2026-11-15', setAside: () => {}};

/** All records in memory, one after the other: what an import must come to without that. */
export const foldedInMemory = (records: readonly string[]): readonly VehicleDocument[] => {
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
