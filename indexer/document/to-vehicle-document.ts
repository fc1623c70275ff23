import type {Fuel} from '#mappings/fields/engine.ts';
import {elementOf} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import type {UnsizedDocument, VehicleContent, VehicleResponse} from '#mappings/vehicle-document.ts';
import {hasEngine, readEngine, readFuels} from './engine.ts';
import {readEnvironment} from './environment.ts';
import type {ExtractDay} from './extract-day.ts';
import {estimateOf, hasInspection} from './inspection-estimate.ts';
import {type RegisterRecord, storedReader} from './record-fields.ts';
import {odometerReader} from './register-values.ts';
import {readTechnicalDetails} from './technical-details.ts';
import {readVehicle} from './vehicle.ts';

/** The latest inspection. */
const readInspection = storedReader(inspectionFields, {
  odometerReadingKm: odometerReader(elementOf(inspectionFields.odometerReadingKm)),
});

/** The values for searches and statistics. */
const facetsOf = (
  {make, model}: VehicleResponse,
  [primary]: readonly Fuel[] = [],
): UnsizedDocument['facets'] => ({
  ...(make && model && {model: `${make.id}:${model.id}`}),
  ...(primary?.type && {primaryFuel: primary.type.name}),
});

/** Makes the document of a vehicle's records, with the members that follow from them. */
const documentOf = ({
  vehicle,
  ...records
}: Omit<UnsizedDocument, 'isRegistered' | 'facets'>): UnsizedDocument => ({
  vehicle,
  isRegistered: vehicle.registrationStatus === 'Registered',
  ...records,
  facets: facetsOf(vehicle, records.engine?.fuels),
});

/** The document of a vehicle, from its record. */
export const toVehicleDocument = (record: RegisterRecord): UnsizedDocument => {
  const fuelled = {...record, fuels: readFuels(record)};
  return documentOf({
    vehicle: readVehicle(record, 0) as VehicleResponse,
    technicalDetails: readTechnicalDetails(record),
    engine: hasEngine(record) ? readEngine(fuelled) : undefined,
    inspection: hasInspection(record) ? readInspection(record) : undefined,
    environment: readEnvironment(fuelled),
  });
};

/** The document of a vehicle, from its line of an export; without the reference entries of records that lost. */
export const exportedDocument = (content: VehicleContent, day: ExtractDay): UnsizedDocument => {
  const {technicalDetails, engine, inspection, environmentalInformation, ...registered} = content;
  return documentOf({
    vehicle: {...registered, nextInspectionEstimate: estimateOf(content, day) ?? null},
    technicalDetails,
    engine,
    inspection,
    environment: environmentalInformation,
  });
};
