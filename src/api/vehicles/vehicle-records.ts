import {z} from 'zod';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {responseFrom, responseSchema, type Shape} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {type VehicleDocument, VehicleResponse} from '#mappings/vehicle-document.ts';

/** A record: the texts of its endpoint, the schema of its response, and how to make that from a stored document. */
const record = (
  id: string,
  fields: Shape,
  stored: 'technicalDetails' | 'environment' | 'engine' | 'inspection',
  {description, ...words}: Readonly<Record<'summary' | 'about' | 'description', string>>,
) => {
  const toResponse = responseFrom(fields);
  return {
    ...words,
    response: responseSchema(fields).meta({id, description}),
    of: ({[stored]: values}: VehicleDocument) => (values ? toResponse(values) : null),
  };
};

/** The four records of a vehicle. Every vehicle has technical details. */
export const records = {
  technicalDetails: record('VehicleTechnicalDetailsResponse', technicalFields, 'technicalDetails', {
    summary: "Get a vehicle's weights, seating, axles, towing, approval and equipment.",
    about: 'Every vehicle has technical details. Values missing from the register are null.',
    description: 'Weights, seating, axles, towing, approval and equipment of a vehicle.',
  }),
  environmentalInformation: record(
    'VehicleEnvironmentalInformationResponse',
    environmentFields,
    'environment',
    {
      summary: "Get a vehicle's emissions, filters and classification.",
      about:
        'Returns 204 without a body if the vehicle exists but the register has no environmental data, ' +
        'no emission standard, and no CO2 or consumption for any fuel.',
      description: 'Emissions, filters and classification of a vehicle.',
    },
  ),
  engine: record('VehicleEngineInformationResponse', engineFields, 'engine', {
    summary: "Get a vehicle's engine: displacement, power, fuels, odometer and noise.",
    about:
      'Returns 204 without a body if the vehicle exists but the register has no engine for it.',
    description: 'The engine of a vehicle.',
  }),
  inspection: record('VehicleInspectionReportResponse', inspectionFields, 'inspection', {
    summary: "Get a vehicle's latest inspection report.",
    about:
      'Returns 204 without a body if the vehicle exists but the register has no inspection for it.',
    description: 'The latest inspection report of a vehicle.',
  }),
} as const;

export type RecordName = keyof typeof records;

export const recordNames = Object.keys(records) as readonly RecordName[];

/** The names of the members of an object, or of those in a list. */
const membersOf = (schema: z.ZodType): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodNullable) return membersOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? membersOf(schema.element as z.ZodType) : [];
};

/** Everything that `fields` can name, with members after what they belong to. */
export const fieldNames: readonly string[] = [
  ...Object.entries<z.ZodType>(VehicleResponse.shape),
  ...recordNames.map(name => [name, records[name].response] as const),
].flatMap(([name, schema]) => [name, ...membersOf(schema).map(member => `${name}.${member}`)]);

/** A vehicle as it is answered, with the records that `expand` asked for. */
export const ExpandedVehicle = VehicleResponse.extend(
  Object.fromEntries(
    recordNames.map(name => {
      const description = `Only with \`expand=${name}\`; null if the vehicle has no such record.`;
      return [name, records[name].response.nullable().optional().describe(description)];
    }),
  ),
).meta({
  id: 'VehicleResponse',
  description: 'Basic registration and classification data of a vehicle.',
});

/** A vehicle with the members that `fields` asked for. */
export const PartialVehicle = z.looseObject({}).meta({
  id: 'PartialVehicle',
  description: 'Only the members of a `VehicleResponse` and its records that `fields` asks for.',
});
