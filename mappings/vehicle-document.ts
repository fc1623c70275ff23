import {z} from 'zod';
import {engineFields} from './fields/engine.ts';
import {environmentFields} from './fields/environment.ts';
import {inspectionFields} from './fields/inspection.ts';
import {storedSchema} from './fields/shape.ts';
import {technicalFields} from './fields/technical-details.ts';
import {servedFields} from './fields/vehicle.ts';

/** Incremented when the form of a document changes: the API refuses an index of another version. */
export const mappingVersion = 2;

/**
 * One vehicle, as stored in the index (`vehicles.json`). The members beside `details` are indexed for
 * search and sorting; `details` is only returned, so Elasticsearch stores it without parsing it.
 */
export const VehicleDocument = z.object({
  /** Equal to `_id`. A string, so that an id above 2^53 stays exact; indexed as a long. */
  id: z.string(),
  vin: z.string().optional(),
  registrationNumber: z.string().optional(),
  plates: z.array(z.string()),
  isRegistered: z.boolean(),
  /** The register's timestamp with its offset; indexed as an instant. */
  registrationStatusDate: z.string().optional(),
  firstRegisteredOn: z.iso.date().optional(),
  modelYear: z.int().optional(),
  kindId: z.string().optional(),
  usageId: z.string().optional(),
  colorId: z.string().optional(),
  makeId: z.string().optional(),
  /** Ordinals of the extract's records that are folded into this document, ascending. */
  ordinals: z.array(z.int()),
  details: z.object({
    vehicle: storedSchema(servedFields),
    technicalDetails: storedSchema(technicalFields),
    engine: storedSchema(engineFields).optional(),
    inspection: storedSchema(inspectionFields).optional(),
    environment: storedSchema(environmentFields).optional(),
  }),
});

export type VehicleDocument = z.output<typeof VehicleDocument>;
