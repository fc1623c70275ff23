import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {childAt} from './element.ts';
import {readEngine} from './engine.ts';
import {readEnvironment} from './environment.ts';
import {readInspection} from './inspection.ts';
import type {Reading} from './parse-value.ts';
import {present} from './present.ts';
import {readFuels} from './read-fuels.ts';
import {readTechnicalDetails} from './technical-details.ts';
import {readVehicle} from './vehicle-record.ts';

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
