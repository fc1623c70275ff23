import type {Client} from '@elastic/elasticsearch';
import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {answerFrom} from './answer.ts';
import {coalescedLookup} from './coalesced-lookup.ts';
import {servingPatienceMs} from './engine/deadline.ts';
import {type Found, findByIds} from './engine/find-by-ids.ts';
import type {LiveGeneration} from './live-generation.ts';
import {findFirstCarriers} from './lookups.ts';
import {searchVehicles} from './search-vehicles.ts';

/** The vehicles of the live generation. What is absent is `undefined`, never an error. */
export const vehicles = (client: Client, live: LiveGeneration, patienceMs = servingPatienceMs) => {
  const findBy = <Key extends string>(
    find: (index: string, keys: readonly Key[]) => Promise<Found<Key, VehicleDocument>>,
  ) =>
    coalescedLookup(live, patienceMs, ({vehiclesIndex}, keys: readonly Key[]) =>
      find(vehiclesIndex, keys),
    );
  const search = searchVehicles(client);

  return {
    byId: findBy<Int64>((index, ids) => findByIds(client, index, ids)),
    byVin: findBy<Vin>((index, vins) => findFirstCarriers(client, index, 'vin', vins)),
    byPlate: findBy<Plate>((index, plates) => findFirstCarriers(client, index, 'plates', plates)),
    byPlates: (plates: readonly Plate[]) =>
      answerFrom(live, patienceMs, ({vehiclesIndex}) =>
        findFirstCarriers(client, vehiclesIndex, 'plates', plates),
      ),
    search: (wanted: VehicleSearch) =>
      answerFrom(live, patienceMs, generation => search(generation, wanted)),
  };
};
