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
  idIn,
  idsIn,
  int32,
  plate,
  platePrefix,
  registrationStatus,
  vinPrefix,
  word,
} from '../parameters.ts';

const schemas: Readonly<Record<Exclude<FilterType, 'id' | 'ids'>, z.ZodType>> = {
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

/** The paths of the reference lists that filters take ids of, by the members that hold these. */
const lists: Readonly<Record<string, string>> = {
  [vehicleFilters.makeId.member]: '/v1/makes',
  [vehicleFilters.kindId.member]: '/v1/kinds',
  [vehicleFilters.usageId.member]: '/v1/usages',
  [vehicleFilters.colorId.member]: '/v1/colors',
  [vehicleFilters.modelId.member]: '/v1/makes/{makeId}/models',
  [vehicleFilters.variantId.member]: '/v1/makes/{makeId}/models/{modelId}/variants',
  [vehicleFilters.emissionStandardId.member]: '/v1/emission-standards',
  [vehicleFilters.equipmentId.member]: '/v1/equipment',
};

const schemaOf = ({type, member}: Filter): z.ZodType => {
  if (type !== 'id' && type !== 'ids') return schemas[type];
  return (type === 'id' ? idIn : idsIn)(lists[member] ?? '');
};

/** The query parameters of the vehicle filters. */
export const filterParameters = Object.fromEntries(
  filterNames.map(name => {
    const filter: Filter = vehicleFilters[name];
    const {description, example} = filter;
    const read = schemaOf(filter);
    const schema = read.meta({
      ...read.meta(),
      description,
      ...(example && {examples: [example]}),
    });
    return [name, schema.optional()];
  }),
) as unknown as {readonly [Name in FilterName]: z.ZodType<VehicleFilter[Name]>};
