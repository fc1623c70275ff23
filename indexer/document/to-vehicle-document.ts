import type {Fuel} from '#mappings/fields/engine.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import type {UnsizedDocument, VehicleResponse} from '#mappings/vehicle-document.ts';
import {hasEngine, readEngine, readFuels} from './engine.ts';
import {readEnvironment} from './environment.ts';
import {hasInspection} from './inspection-estimate.ts';
import {type RegisterRecord, storedReader} from './record-fields.ts';
import {odometerReader} from './register-values.ts';
import {readTechnicalDetails} from './technical-details.ts';
import {readVehicle} from './vehicle.ts';

/** The latest inspection. */
const readInspection = storedReader(inspectionFields, {
  odometerReadingKm: odometerReader('SynResultatStruktur/KoeretoejMotorKilometerstand'),
});

/** The values for searches and statistics. */
const facetsOf = (
  {make, model}: VehicleResponse,
  [primary]: readonly Fuel[],
): UnsizedDocument['facets'] => ({
  ...(make && model && {model: `${make.id}:${model.id}`}),
  ...(primary?.type && {primaryFuel: primary.type.name}),
});

/** The document of a vehicle, from its record. */
export const toVehicleDocument = (record: RegisterRecord): UnsizedDocument => {
  const vehicle = readVehicle(record, 0) as VehicleResponse;
  const technicalDetails = readTechnicalDetails(record);
  const fuels = readFuels(record);
  const fuelled = {...record, fuels};
  return {
    vehicle,
    isRegistered: vehicle.registrationStatus === 'Registered',
    technicalDetails,
    engine: hasEngine(record) ? readEngine(fuelled) : undefined,
    inspection: hasInspection(record) ? readInspection(record) : undefined,
    environment: readEnvironment(fuelled),
    facets: facetsOf(vehicle, fuels),
  };
};
