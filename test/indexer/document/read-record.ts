import {toVehicleDocument} from '#indexer/document/to-vehicle-document.ts';
import type {RecordTree} from '#indexer/records/record-tree.ts';

/** The document of a record, and the members whose values were set aside. */
export const read = (record: RecordTree) => {
  const setAside: string[] = [];
  const context = {latestYear: 2027, setAside: (member: string) => setAside.push(member)};
  return {document: toVehicleDocument('1', 7, record, context), setAside};
};

export const withGround = (ground: RecordTree) => read({KoeretoejOplysningGrundStruktur: ground});
export const withEngine = (engine: RecordTree, rest: RecordTree = {}) =>
  withGround({KoeretoejMotorStruktur: engine, ...rest});
