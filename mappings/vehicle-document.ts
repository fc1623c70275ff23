import {hash} from 'node:crypto';
import {z} from 'zod';
import {engineFields} from './fields/engine.ts';
import {environmentFields} from './fields/environment.ts';
import {responseFrom, responseSchema} from './fields/field.ts';
import {inspectionFields} from './fields/inspection.ts';
import {technicalFields} from './fields/technical-details.ts';
import {vehicleFields} from './fields/vehicle.ts';

/** Incremented when the form of a document changes: the API refuses an index of another version. */
export const mappingVersion = 6;

/**
 * Incremented whenever the same record makes another document, reference entry or figure of the gate than
 * before: the documents that an import keeps from the live generation would be out of date.
 */
export const documentVersion = 3;

/** A vehicle in the form of a response, in which it is also stored. */
export const VehicleResponse = responseSchema(vehicleFields).extend({
  id: vehicleFields.id,
  registrationStatus: vehicleFields.registrationStatus,
});

export type VehicleResponse = z.output<typeof VehicleResponse>;

/** The JSON of a `VehicleResponse` in UTF-8, as it is stored and returned. */
export type VehicleJson = Buffer;

/**
 * A digest of 64 bits as numbers of 16 bits, the most significant first: Elasticsearch sums each exactly, without a
 * script, over any number of vehicles. The sum of all digests identifies a dataset.
 */
export const digestWords = ['a', 'b', 'c', 'd'] as const;

/** A reference entry from a record that lost, which the vehicle itself does not carry. */
const FoldedReference = z.object({
  /** `referenceKey` */
  key: z.string(),
  name: z.string(),
  originalName: z.string().optional(),
  variantId: z.string().optional(),
});

/**
 * One vehicle, as stored in the index (`vehicles.json`), members in this order. The API passes the
 * bytes of `vehicle` on unchanged. Elasticsearch indexes the members that `vehicles.json` names, and only
 * stores the others; absent members are left out of all records except `vehicle`.
 */
export const VehicleDocument = z.object({
  /** Length of the JSON of `vehicle`, in bytes of UTF-8. */
  vehicleBytes: z.int(),
  /** Its `id` equals `_id`: a string, so that an id above 2^53 stays exact; indexed as a long. */
  vehicle: VehicleResponse,
  isRegistered: z.boolean(),
  /** The `contentDigest` of the vehicle. */
  digest: z.record(z.enum(digestWords), z.int()),
  technicalDetails: z.object(technicalFields).partial(),
  engine: z.object(engineFields).partial().optional(),
  inspection: z.object(inspectionFields).partial().optional(),
  environment: z.object(environmentFields).partial().optional(),
  /** Values that serve only searches and statistics. */
  facets: z.object({
    /** `<id of the make>:<id of the model>`: the id of a model is unique only under its make. */
    model: z.string().optional(),
    /** The name of the type of the first fuel of the engine. */
    primaryFuel: z.string().optional(),
  }),
  /** Reference entries found only in records that lost to another, in ascending order of their keys. */
  foldedReferences: z.array(FoldedReference).optional(),
});

export type VehicleDocument = z.output<typeof VehicleDocument>;

const {technicalDetails, engine, inspection, environment} = VehicleDocument.shape;

/** The content of a vehicle, parsed: a line of an export (`contentJson`). */
export const VehicleContent = VehicleResponse.omit({nextInspectionEstimate: true}).extend({
  technicalDetails,
  engine,
  inspection,
  environmentalInformation: environment,
});

export type VehicleContent = z.output<typeof VehicleContent>;

/** A document without the two members that follow from the others. */
export type UnsizedDocument = Omit<VehicleDocument, 'vehicleBytes' | 'digest'>;

/** The first 64 bits of the SHA-256 of a vehicle's content. */
const contentDigest = (content: string): VehicleDocument['digest'] => {
  const digits = hash('sha256', content);
  const wordAt = (at: number): number => Number.parseInt(digits.slice(at, at + 4), 16);
  return {a: wordAt(0), b: wordAt(4), c: wordAt(8), d: wordAt(12)};
};

/** A digest from its words, or the sum of digests from the sums of their words, modulo 2^64, in 16 hex digits. */
export const digestText = (of: (word: (typeof digestWords)[number]) => number): string => {
  const sum = digestWords.reduce((sum, word) => (sum << 16n) + BigInt(of(word)), 0n);
  return BigInt.asUintN(64, sum).toString(16).padStart(16, '0');
};

/** The JSON of the parts of a document: each is made once, because they are most of the bytes of an import. */
const partsOf = ({vehicle, technicalDetails, engine, inspection, environment}: UnsizedDocument) => {
  const {nextInspectionEstimate, ...registered} = vehicle;
  const members = JSON.stringify(registered).slice(1, -1);
  const records = JSON.stringify({technicalDetails, engine, inspection}).slice(1, -1);
  const emissions = JSON.stringify(environment);
  const content = `{${members},${records}${emissions ? `,"environmentalInformation":${emissions}` : ''}}`;
  return {
    content,
    vehicle: `{${members},"nextInspectionEstimate":${JSON.stringify(nextInspectionEstimate)}}`,
    records: emissions ? `${records},"environment":${emissions}` : records,
  };
};

/**
 * The content of a vehicle according to the register: the JSON of all members that the API returns, except
 * the estimate, which is derived. It is a line of an export.
 */
export const contentJson = (document: UnsizedDocument): string => partsOf(document).content;

/** The JSON of the document, as it is stored. */
export const documentJson = (document: UnsizedDocument): string => {
  const {isRegistered, facets, foldedReferences} = document;
  const {content, vehicle, records} = partsOf(document);
  const digest = JSON.stringify(contentDigest(content));
  const rest = JSON.stringify({facets, foldedReferences}).slice(1);
  return (
    `{"vehicleBytes":${Buffer.byteLength(vehicle)},"vehicle":${vehicle},` +
    `"isRegistered":${isRegistered},"digest":${digest},${records},${rest}`
  );
};

const complete = responseFrom(vehicleFields);

type Members = {readonly [Name in keyof VehicleResponse]?: VehicleResponse[Name] | undefined};

/** A vehicle in the response form: an absent member is null, an absent list empty. */
export const completeVehicle = (
  members: Members & Pick<VehicleResponse, 'id' | 'registrationStatus'>,
): VehicleResponse => {
  const {id, registrationStatus} = members;
  return {...complete(members), id, registrationStatus};
};
