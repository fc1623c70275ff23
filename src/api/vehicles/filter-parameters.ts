import type {z} from 'zod';
import type {Filter} from '#core/domain/filter.ts';
import {
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
  name: word,
  flag,
  registrationStatus,
};

/** The query parameters of the vehicle filters. */
export const filterParameters = Object.fromEntries(
  filterNames.map(name => {
    const {type, description, example, words}: Filter = vehicleFilters[name];
    const schema = schemas[type].meta({
      ...schemas[type].meta(),
      description,
      ...(words && {enum: words}),
      ...(example && {examples: [example]}),
    });
    return [name, schema.optional()];
  }),
) as unknown as {readonly [Name in FilterName]: z.ZodType<VehicleFilter[Name]>};
