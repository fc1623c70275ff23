import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {childAt} from '../document/element.ts';
import {readEngine} from '../document/engine.ts';
import {readEnvironment} from '../document/environment.ts';
import {readInspection} from '../document/inspection.ts';
import type {Reading} from '../document/parse-value.ts';
import {present} from '../document/present.ts';
import {readFuels} from '../document/read-fuels.ts';
import {readTechnicalDetails} from '../document/technical-details.ts';
import {readVehicle} from '../document/vehicle-record.ts';
import type {RecordTree} from '../xml/record-tree.ts';

/** An accepted record as the document of its vehicle, folded from this one record. */
export const toVehicleDocument = (
  ident: string,
  ordinal: number,
  record: RecordTree,
  reading: Reading,
): VehicleDocument => {
  const ground = childAt(record, 'KoeretoejOplysningGrundStruktur') ?? {};
  const engine = childAt(ground, 'KoeretoejMotorStruktur');
  const fuels = readFuels(engine, childAt(ground, 'KoeretoejMiljoeOplysningStruktur'));
  const vehicle = readVehicle(record, ground, reading);
  return {
    ...vehicle.searched,
    id: ident,
    ordinals: [ordinal],
    details: {
      vehicle: vehicle.served,
      technicalDetails: readTechnicalDetails(record, ground, reading),
      ...present({
        engine: readEngine(record, engine, fuels, reading),
        inspection: readInspection(record, reading),
        environment: readEnvironment(record, ground, fuels, reading),
      }),
    },
  };
};
