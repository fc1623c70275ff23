import {z} from 'zod';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {responseFrom, responseSchema} from '#mappings/fields/shape.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {type VehicleDocument, VehicleResponse} from '#mappings/vehicle-document.ts';

const toTechnicalDetails = responseFrom(technicalFields);
const toEnvironment = responseFrom(environmentFields);
const toEngine = responseFrom(engineFields);
const toInspection = responseFrom(inspectionFields);

/** The four records of a vehicle: their responses, and how those are made of a stored document. */
export const records = {
  technicalDetails: {
    response: responseSchema(technicalFields).meta({
      id: 'VehicleTechnicalDetailsResponse',
      description: 'Weights, seating, axles, towing, approval and equipment of a vehicle.',
    }),
    of: ({technicalDetails}: VehicleDocument) => toTechnicalDetails(technicalDetails),
  },
  environmentalInformation: {
    response: responseSchema(environmentFields).meta({
      id: 'VehicleEnvironmentalInformationResponse',
      description: 'Emissions, filters and classification of a vehicle.',
    }),
    of: ({environment}: VehicleDocument) => toEnvironment(environment),
  },
  engine: {
    response: responseSchema(engineFields).meta({
      id: 'VehicleEngineInformationResponse',
      description: 'The engine of a vehicle.',
    }),
    of: ({engine}: VehicleDocument) => toEngine(engine),
  },
  inspection: {
    response: responseSchema(inspectionFields).meta({
      id: 'VehicleInspectionReportResponse',
      description: 'The latest inspection report of a vehicle.',
    }),
    of: ({inspection}: VehicleDocument) => toInspection(inspection),
  },
} as const;

export type RecordName = keyof typeof records;

export const recordNames = Object.keys(records) as readonly RecordName[];

/** The names of the members of an object, or of those in a list. */
const membersOf = (schema: z.ZodType): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodNullable) return membersOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? membersOf(schema.element as z.ZodType) : [];
};

/** Everything that `fields` can name, what has members before these. */
export const fieldNames: readonly string[] = [
  ...Object.entries<z.ZodType>(VehicleResponse.shape),
  ...recordNames.map(name => [name, records[name].response] as const),
].flatMap(([name, schema]) => [name, ...membersOf(schema).map(member => `${name}.${member}`)]);

const expanded = <Response extends z.ZodType>(name: RecordName, response: Response) =>
  response
    .nullable()
    .optional()
    .describe(`Only with \`expand=${name}\`; null if the vehicle has no such record.`);

/** A vehicle as it is answered, with the records that `expand` asked for. */
export const ExpandedVehicle = VehicleResponse.extend({
  technicalDetails: expanded('technicalDetails', records.technicalDetails.response),
  environmentalInformation: expanded(
    'environmentalInformation',
    records.environmentalInformation.response,
  ),
  engine: expanded('engine', records.engine.response),
  inspection: expanded('inspection', records.inspection.response),
}).meta({
  id: 'VehicleResponse',
  description: 'Basic registration and classification data of a vehicle.',
});

/** A vehicle with the members that `fields` asked for. */
export const PartialVehicle = z.looseObject({}).meta({
  id: 'PartialVehicle',
  description:
    'Those members of a `VehicleResponse`, and of its records, that `fields` asked for, and no others.',
});
