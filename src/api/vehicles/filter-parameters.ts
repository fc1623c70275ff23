import type {z} from 'zod';
import {
  type Filter,
  type FilterName,
  type FilterType,
  filterNames,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';
import {
  day,
  decimal,
  flag,
  int32,
  int64,
  int64s,
  plate,
  platePrefix,
  registrationStatus,
  vinPrefix,
  word,
} from '../parameters.ts';

const schemas: Readonly<Record<FilterType, z.ZodType>> = {
  id: int64,
  ids: int64s,
  integer: int32,
  decimal,
  day,
  plate,
  platePrefix,
  vinPrefix,
  word,
  flag,
  registrationStatus,
};

/** The query parameters of the vehicle filters. */
export const filterParameters = Object.fromEntries(
  filterNames.map(name => {
    const {type, description, example}: Filter = vehicleFilters[name];
    const schema = schemas[type].meta({
      ...schemas[type].meta(),
      description,
      ...(example && {examples: [example]}),
    });
    return [name, schema.optional()];
  }),
) as unknown as {readonly [Name in FilterName]: z.ZodType<VehicleFilter[Name]>};
