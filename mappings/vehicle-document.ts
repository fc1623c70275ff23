import {z} from 'zod';
import {engineFields} from './fields/engine.ts';
import {environmentFields} from './fields/environment.ts';
import {responseFrom, responseSchema} from './fields/field.ts';
import {inspectionFields} from './fields/inspection.ts';
import {technicalFields} from './fields/technical-details.ts';
import {vehicleFields} from './fields/vehicle.ts';

/** Incremented when the form of a document changes: the API refuses an index of another version. */
export const mappingVersion = 5;

/**
 * Incremented whenever the same record makes another document, reference entry or figure of the gate than
 * before: what an import keeps of the live generation would be out of date.
 */
export const documentVersion = 2;

/** A vehicle as the API answers it, and as it is stored. */
export const VehicleResponse = responseSchema(vehicleFields).extend({
  id: vehicleFields.id,
  registrationStatus: vehicleFields.registrationStatus,
});

export type VehicleResponse = z.output<typeof VehicleResponse>;

/** The JSON of a `VehicleResponse` in UTF-8, as it is stored and answered. */
export type VehicleJson = Buffer;

/** A reference entry of a vehicle that the vehicle itself does not carry. */
const FoldedReference = z.object({
  /** `referenceKey` */
  key: z.string(),
  name: z.string(),
  originalName: z.string().optional(),
  variantId: z.string().optional(),
});

/**
 * One vehicle, as stored in the index (`vehicles.json`), members in this order. The API passes the
 * bytes of `vehicle` on as they are. Elasticsearch indexes the members that `vehicles.json` names, and only
 * stores the others; absent members are left out of all records but `vehicle`.
 */
export const VehicleDocument = z.object({
  /** Length of the JSON of `vehicle`, in bytes of UTF-8. */
  vehicleBytes: z.int(),
  /** Its `id` equals `_id`: a string, so that an id above 2^53 stays exact; indexed as a long. */
  vehicle: VehicleResponse,
  isRegistered: z.boolean(),
  technicalDetails: z.object(technicalFields).partial(),
  engine: z.object(engineFields).partial().optional(),
  inspection: z.object(inspectionFields).partial().optional(),
  environment: z.object(environmentFields).partial().optional(),
  /** The values that a vehicle has for searches and statistics alone. */
  facets: z.object({
    /** `<id of the make>:<id of the model>`: the id of a model means one under its make. */
    model: z.string().optional(),
    /** The name of the type of the first fuel of the engine. */
    primaryFuel: z.string().optional(),
  }),
  /** Reference entries that only a record has that lost to another, by their keys in ascending order. */
  foldedReferences: z.array(FoldedReference).optional(),
});

export type VehicleDocument = z.output<typeof VehicleDocument>;

/** A document that does not say yet how many bytes its vehicle has. */
export type UnsizedDocument = Omit<VehicleDocument, 'vehicleBytes'>;

/** The JSON of the document. */
export const documentJson = (document: UnsizedDocument): string => {
  const json = JSON.stringify(document.vehicle);
  const rest = JSON.stringify({...document, vehicle: undefined}).slice(1);
  return `{"vehicleBytes":${Buffer.byteLength(json)},"vehicle":${json},${rest}`;
};

const complete = responseFrom(vehicleFields);

type Members = {readonly [Name in keyof VehicleResponse]?: VehicleResponse[Name] | undefined};

/** The beginning of a document. An absent member of the vehicle is null, an absent list empty. */
export const beginDocument = (
  members: Members & Pick<VehicleResponse, 'id' | 'registrationStatus'>,
): Pick<VehicleDocument, 'vehicleBytes' | 'vehicle'> => {
  const {id, registrationStatus} = members;
  const vehicle = {...complete(members), id, registrationStatus};
  return {vehicleBytes: Buffer.byteLength(JSON.stringify(vehicle)), vehicle};
};
