import {inspectionFields} from '#mappings/fields/inspection.ts';
import {beginDocument, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {hasEngine, readEngine, readFuels} from './engine.ts';
import {readEnvironment} from './environment.ts';
import {hasInspection} from './inspection-estimate.ts';
import {objectReader, type RegisterRecord} from './record-fields.ts';
import {odometerReader} from './register-values.ts';
import {readTechnicalDetails} from './technical-details.ts';
import {isRegistered, readVehicle} from './vehicle.ts';

/** The latest inspection. */
const readInspection = objectReader(inspectionFields, {
  odometerReadingKm: odometerReader('SynResultatStruktur/KoeretoejMotorKilometerstand'),
});

type Facets = VehicleDocument['facets'];

/** The values for searches and statistics. */
const facetsOf = (
  {make, model}: VehicleDocument['vehicle'],
  [primary]: NonNullable<NonNullable<VehicleDocument['engine']>['fuels']>,
): Facets => ({
  ...(make && model && {model: `${make.id}:${model.id}`}),
  ...(primary?.type && {primaryFuel: primary.type.name}),
});

/** The document of the vehicle with this id, from its record. `ordinal` is that of the record. */
export const toVehicleDocument = (
  record: RegisterRecord,
  id: string,
  ordinal: number,
): VehicleDocument => {
  const registrationStatus = isRegistered(record) ? 'Registered' : 'NotRegistered';
  const {vehicleBytes, vehicle} = beginDocument({...readVehicle(record), id, registrationStatus});
  const technicalDetails = readTechnicalDetails(record);
  const fuels = readFuels(record);
  const fuelled = {...record, fuels};
  const engine = hasEngine(record) ? readEngine(fuelled) : undefined;
  const inspection = hasInspection(record) ? readInspection(record) : undefined;
  const environment = readEnvironment(fuelled);
  return {
    vehicleBytes,
    vehicle,
    isRegistered: registrationStatus === 'Registered',
    ordinals: [ordinal],
    technicalDetails,
    ...(engine && {engine}),
    ...(inspection && {inspection}),
    ...(environment && {environment}),
    facets: facetsOf(vehicle, fuels),
  };
};
