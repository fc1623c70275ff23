import {documentAt} from '#indexer/document/batch.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';

const {slots, prepare} = batchPreparer('2026-11-15');

/** The document of a record, and the members whose values were set aside. */
export const read = (record: RecordTree) => {
  const records = fillEach(slots, [{ordinal: 7, tree: {KoeretoejIdent: '1', ...record}}]);
  const batch = prepare(records, new ArrayBuffer(4096));
  const setAside = Array.from(batch.setAside).flatMap(([member, count]) =>
    Array.from({length: count}, () => member),
  );
  return {document: VehicleDocument.parse(documentAt(batch, 0)), setAside};
};

export const withGround = (ground: RecordTree) => read({KoeretoejOplysningGrundStruktur: ground});
export const withEngine = (engine: RecordTree, rest: RecordTree = {}) =>
  withGround({KoeretoejMotorStruktur: engine, ...rest});
