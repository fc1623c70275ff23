import {toInt64} from '#core/domain/integers.ts';
import type {FieldContext} from '#indexer/document/parse-value.ts';
import {asIdent, type RecordTree, type RejectedRecord} from '#indexer/read/source-record.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {beginDocument, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {facetsOf} from '../../helpers/fakes/facets.ts';
import {childAt, textAt} from './element.ts';
import {readEngine, readFuels, readOdometer} from './engine.ts';
import {readEnvironment} from './environment.ts';
import {fieldReader, present} from './read-fields.ts';
import {readTechnicalDetails} from './technical-details.ts';
import {readVehicle} from './vehicle-record.ts';

type Accepted = {readonly ident: string} | Pick<RejectedRecord, 'reason' | 'ident'>;

/**
 * Accepts a record that names its vehicle: one `KoeretoejIdent`, a positive int64. Everything else is
 * optional.
 */
export const acceptRecord = (record: RecordTree): Accepted => {
  const written = textAt(record, 'KoeretoejIdent');
  if (Array.isArray(record['KoeretoejIdent'])) {
    return {reason: 'IdentRepeated', ident: asIdent(written)};
  }
  if (written === undefined) return {reason: 'IdentMissing'};
  const ident = toInt64(written);
  return ident === undefined || ident === '0' || ident.startsWith('-')
    ? {reason: 'IdentInvalid', ident: asIdent(written)}
    : {ident};
};

/** The document of a vehicle, from one accepted record. */
export const toVehicleDocument = (
  ident: string,
  ordinal: number,
  record: RecordTree,
  context: FieldContext,
): VehicleDocument => {
  const ground = childAt(record, 'KoeretoejOplysningGrundStruktur') ?? {};
  const engine = childAt(ground, 'KoeretoejMotorStruktur');
  const environment = childAt(ground, 'KoeretoejMiljoeOplysningStruktur');
  const fuels = readFuels(engine, environment, context);
  const members = readVehicle(record, ground, context);
  const {vehicleBytes, vehicle} = beginDocument({...members, id: ident});
  const engineRecord = readEngine(record, engine, fuels, context);
  return {
    vehicleBytes,
    vehicle,
    isRegistered: vehicle.registrationStatus === 'Registered',
    ordinals: [ordinal],
    technicalDetails: readTechnicalDetails(record, ground, context),
    ...present({
      engine: engineRecord,
      inspection: readInspection(record, context),
      environment: readEnvironment(record, ground, fuels, context),
    }),
    facets: facetsOf(vehicle, engineRecord),
  };
};

const readInspectionFields = fieldReader(inspectionFields);

/** Undefined where the register holds no inspection: the API answers 204. */
const readInspection = (record: RecordTree, context: FieldContext) => {
  const result = childAt(record, 'SynResultatStruktur');
  return result && {...readInspectionFields(record, context), ...readOdometer(result)};
};
