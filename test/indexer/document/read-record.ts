import type {RecordTree} from '#indexer/read/source-record.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {documentsIn, figuresOf, treePreparer} from '../../helpers/extracts/prepared-trees.ts';

const prepare = treePreparer();

/** The document of a record, and the members whose values were set aside. */
export const read = (record: RecordTree) => {
  const batch = prepare([{KoeretoejIdent: '1', ...record}], 7);
  const setAside = Object.entries(figuresOf(batch).setAside).flatMap(([member, count]) =>
    Array.from({length: count}, () => member),
  );
  return {document: VehicleDocument.parse(documentsIn(batch)[0]), setAside};
};

export const withGround = (ground: RecordTree) => read({KoeretoejOplysningGrundStruktur: ground});
export const withEngine = (engine: RecordTree, rest: RecordTree = {}) =>
  withGround({KoeretoejMotorStruktur: engine, ...rest});

/** A record whose engine has these fuels, as the register writes them. */
export const withFuels = (fuels: RecordTree | readonly RecordTree[], rest: RecordTree = {}) =>
  withEngine(fuelled(fuels), rest);

/** An engine with these fuels. */
export const fuelled = (fuels: RecordTree | readonly RecordTree[]): RecordTree => ({
  KoeretoejDrivmiddelSamlingStruktur: {
    KoeretoejDrivmiddelSamling: {DrivmiddelStruktur: fuels as RecordTree},
  },
});

/** What kind of fuel one is. */
export const ofType = (name: string, number = '9'): RecordTree => ({
  DrivkraftTypeStruktur: {DrivkraftTypeNummer: number, DrivkraftTypeNavn: name},
});
