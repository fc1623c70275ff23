import type {z} from 'zod';
import {engineFields} from '#mappings/fields/engine.ts';
import {answered, completed} from '#mappings/fields/shape.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export const VehicleEngineInformationResponse = answered(engineFields).meta({
  id: 'VehicleEngineInformationResponse',
  description: 'The engine of a vehicle.',
});

export type VehicleEngineInformationResponse = z.output<typeof VehicleEngineInformationResponse>;

const complete = completed(engineFields);

/** Null where the register holds no engine record. */
export const toEngineResponse = ({details}: VehicleDocument) =>
  details.engine ? complete(details.engine) : null;
