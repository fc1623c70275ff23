import type {VehicleDocument} from '#mappings/vehicle-document.ts';

/** The facets that the records of a vehicle make. */
export const facetsOf = (
  {make, model}: Pick<VehicleDocument['vehicle'], 'make' | 'model'>,
  engine: VehicleDocument['engine'],
): VehicleDocument['facets'] => {
  const [primary] = engine?.fuels ?? [];
  return {
    ...(make && model && {model: `${make.id}:${model.id}`}),
    ...(primary?.type && {primaryFuel: primary.type.name}),
  };
};
