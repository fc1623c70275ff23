import type {z} from 'zod';
import {environmentFields} from '#mappings/fields/environment.ts';
import {answered, completed} from '#mappings/fields/shape.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export const VehicleEnvironmentalInformationResponse = answered(environmentFields).meta({
  id: 'VehicleEnvironmentalInformationResponse',
  description: 'Emissions, filters and classification of a vehicle.',
});

export type VehicleEnvironmentalInformationResponse = z.output<
  typeof VehicleEnvironmentalInformationResponse
>;

const complete = completed(environmentFields);

/** Null where the register holds neither environment data, nor a norm, nor a fuel with CO2 or consumption. */
export const toEnvironmentResponse = ({details}: VehicleDocument) =>
  details.environment ? complete(details.environment) : null;
