import type {Client} from '@elastic/elasticsearch';
import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {findByIds, findVehiclesByIds} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';
import {vehicleSearch} from './vehicle-search.ts';

/** The vehicles of the live generation. An absent vehicle is `undefined`, never an error. */
export const vehicles = (client: Client, {query, lookup}: LiveQueries) => {
  const search = vehicleSearch(client);

  return {
    byId: lookup(({vehiclesIndex}, ids: readonly Int64[]) =>
      findVehiclesByIds(client, vehiclesIndex, ids),
    ),
    documentById: lookup(({vehiclesIndex}, ids: readonly Int64[]) =>
      findByIds<Int64, VehicleDocument>(client, vehiclesIndex, ids),
    ),
    byVin: lookup(({vehiclesIndex}, vins: readonly Vin[]) =>
      findVehiclesBy(client, vehiclesIndex, 'vehicle.vin', vins),
    ),
    byPlate: lookup(({vehiclesIndex}, plates: readonly Plate[]) =>
      findVehiclesBy(client, vehiclesIndex, 'vehicle.plates', plates),
    ),
    byPlates: (plates: readonly Plate[]) =>
      query(({vehiclesIndex}) => findVehiclesBy(client, vehiclesIndex, 'vehicle.plates', plates)),
    search: (wanted: VehicleSearch) => query(generation => search(generation, wanted)),
  };
};
