import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument, VehicleJson} from '#mappings/vehicle-document.ts';
import {findByIds, findVehiclesByIds, type VehicleStore} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {meanings} from './meanings/meanings.ts';
import {statistics} from './statistics/statistics.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';
import {vehicleSearch} from './vehicle-search.ts';

/** So many plates are asked for at a time while lookups are expected. */
const partSize = 25;

/** A batch gives way for so long, so that it is answered in time. */
const givesWayForMs = 500;

/**
 * Finds the vehicle of each plate: all at once where that delays no lookup, because in parts they take
 * Elasticsearch up to twice as long.
 */
const vehicleBatch = (store: VehicleStore, {limiters}: LiveQueries) => {
  const limited = limiters.of('batches');

  return async (
    index: string,
    plates: readonly Plate[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Plate, VehicleJson>> => {
    const end = performance.now() + givesWayForMs;
    const found: (readonly [Plate, VehicleJson])[] = [];
    for (let rest = plates; rest.length > 0; ) {
      const givesWay = limiters.lookupsExpected() && performance.now() < end;
      const asked = givesWay ? rest.slice(0, partSize) : rest;
      const find = () => findVehiclesBy(store, index, 'vehicle.plates', asked, signal);
      found.push(...(await limited(signal, find)));
      rest = rest.slice(asked.length);
    }
    return new Map(found);
  };
};

/** The vehicles of the live generation. An absent vehicle is `undefined`, never an error. */
export const vehicles = (store: VehicleStore, queries: LiveQueries) => {
  const {query, lookup, limiters, onCache} = queries;
  const search = vehicleSearch(store, limiters, onCache);
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
    byPlates: (plates: readonly Plate[], clientGone?: AbortSignal) =>
      query(({vehiclesIndex}, signal) => batch(vehiclesIndex, plates, signal), clientGone),
    search: ({isStrict, ...wanted}: VehicleSearch, clientGone?: AbortSignal) =>
      query(async (generation, signal) => {
        const filter = await meaningOf(generation, wanted.filter, isStrict, signal);
        return search(generation, {...wanted, filter}, signal);
      }, clientGone),
    statistics: statistics(store.client, queries, meaningOf),
  };
};
