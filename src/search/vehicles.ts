import type {Client} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Answer} from '#src/domain/dataset.ts';
import type {Int64} from '#src/domain/int64.ts';
import type {Plate} from '#src/domain/plate.ts';
import type {VehicleSearch} from '#src/domain/vehicle-search.ts';
import type {Vin} from '#src/domain/vin.ts';
import {answerFrom} from './answer.ts';
import {coalesce} from './engine/coalesce.ts';
import {beforeDeadline, servingPatienceMs} from './engine/deadline.ts';
import type {LiveGeneration} from './live-generation.ts';
import {type Found, findByIds, findFirstCarriers} from './lookups.ts';
import {searchVehicles} from './search-vehicles.ts';

/** Two requests at once keep the engine busy while one is on its way; more only make batches smaller. */
const batches = {largest: 500, atOnce: 2};

/** The vehicles of the live generation. What is absent is `undefined`, never an error. */
export const vehicles = (client: Client, live: LiveGeneration, patienceMs = servingPatienceMs) => {
  const lookup = <Key extends string>(
    find: (index: string, keys: readonly Key[]) => Promise<Found<Key>>,
  ) => {
    const findTogether = coalesce(
      (keys: readonly Key[]) =>
        answerFrom(live, patienceMs, ({vehiclesIndex}) => find(vehiclesIndex, keys)),
      batches,
    );
    return async (key: Key): Promise<Answer<VehicleDocument | undefined>> => {
      const {version, value} = await beforeDeadline(findTogether(key), patienceMs);
      return {version, value: value.get(key)};
    };
  };
  const search = searchVehicles(client);

  return {
    byId: lookup<Int64>((index, ids) => findByIds(client, index, ids)),
    byVin: lookup<Vin>((index, vins) => findFirstCarriers(client, index, 'vin', vins)),
    byPlate: lookup<Plate>((index, plates) => findFirstCarriers(client, index, 'plates', plates)),
    byPlates: (plates: readonly Plate[]) =>
      answerFrom(live, patienceMs, ({vehiclesIndex}) =>
        findFirstCarriers(client, vehiclesIndex, 'plates', plates),
      ),
    search: (wanted: VehicleSearch) =>
      answerFrom(live, patienceMs, generation => search(generation, wanted)),
  };
};
