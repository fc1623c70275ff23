import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {findByIds, findVehiclesByIds, type VehicleStore} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {meanings} from './meanings/meanings.ts';
import {statistics} from './statistics/statistics.ts';
import {vehicleBatch} from './vehicle-batch.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';
import {vehicleSearch} from './vehicle-search.ts';

/** The vehicles of the live generation. An absent vehicle is `undefined`, never an error. */
export const vehicles = (store: VehicleStore, queries: LiveQueries) => {
  const {query, lookup, boundOf, onCache} = queries;
  const search = vehicleSearch(store, boundOf, onCache);
  const meaningOf = meanings(store.client, queries);
  const batch = vehicleBatch(store, queries);

  return {
    byId: lookup(({vehiclesIndex}, ids: readonly Int64[], signal) =>
      findVehiclesByIds(store, vehiclesIndex, ids, signal),
    ),
    documentById: lookup(
      ({vehiclesIndex}, ids: readonly Int64[], signal) =>
        findByIds<Int64, VehicleDocument>(store.client, vehiclesIndex, ids, signal),
      'documents',
    ),
    byVin: lookup(({vehiclesIndex}, vins: readonly Vin[], signal) =>
      findVehiclesBy(store, vehiclesIndex, 'vehicle.vin', vins, signal),
    ),
    byPlate: lookup(({vehiclesIndex}, plates: readonly Plate[], signal) =>
      findVehiclesBy(store, vehiclesIndex, 'vehicle.plates', plates, signal),
    ),
    byPlates: (plates: readonly Plate[], left?: AbortSignal) =>
      query(({vehiclesIndex}, signal) => batch(vehiclesIndex, plates, signal), left),
    search: ({isStrict, ...wanted}: VehicleSearch, left?: AbortSignal) =>
      query(async (generation, signal) => {
        const filter = await meaningOf(generation, wanted.filter, isStrict, signal);
        return search(generation, {...wanted, filter}, signal);
      }, left),
    statistics: statistics(store.client, queries, meaningOf),
  };
};
