import {z} from 'zod';
import type {createClient} from '#clients/typescript/src/index.ts';

export type Client = ReturnType<typeof createClient>;

/** Input of tools that are about one vehicle: one of these. */
export const oneVehicle = {
  plate: z.string().optional().describe('Registration number, in any spelling: "AB 12 345".'),
  vin: z.string().optional().describe('Vehicle identification number.'),
  id: z.string().optional().describe('The id that another tool gave.'),
};

/** The vehicle that is asked for. Throws the problem of one that is not found. */
export const vehicleOf = async (
  client: Client,
  {plate, vin, id}: z.output<z.ZodObject<typeof oneVehicle>>,
  signal: AbortSignal,
) => {
  if ([plate, vin, id].filter(each => each !== undefined).length !== 1) {
    throw new TypeError('Give one of plate, vin and id.');
  }
  if (plate !== undefined) {
    return (await client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}, signal})).data;
  }
  if (vin !== undefined) {
    return (await client.get('/v1/vehicles/vin/{vin}', {params: {path: {vin}}, signal})).data;
  }
  return (await client.get('/v1/vehicles/{id}', {params: {path: {id: id ?? ''}}, signal})).data;
};
