import type {Page} from './pagination.ts';
import type {Filtered} from './vehicle-filters.ts';

export const vehicleSortFields = ['firstRegisteredOn', 'vin', 'registrationNumber', 'id'] as const;

/** A leading `-` means descending. */
export const vehicleSortByValues = vehicleSortFields.flatMap(
  field => [field, `-${field}`] as const,
);

export type VehicleSortBy = {
  readonly field: (typeof vehicleSortFields)[number];
  readonly order: 'asc' | 'desc';
};

/**
 * A search for vehicles. An absent `sortBy` means the order a plate lookup picks from when there is
 * a plate, else the newest first registration first. Absent values come last in either direction and
 * ties are broken by id, ascending as a number.
 */
export type VehicleSearch = Filtered & {
  readonly sortBy?: VehicleSortBy | undefined;
  readonly page: Page;
};

/** `-vin` → `{field: 'vin', order: 'desc'}`; nothing for any text the contract does not list. */
export const toVehicleSortBy = (text: string): VehicleSortBy | undefined => {
  const field = vehicleSortFields.find(name => text === name || text === `-${name}`);
  return field && {field, order: text === field ? 'asc' : 'desc'};
};
