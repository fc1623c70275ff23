import type {Client} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Answer} from '#src/domain/dataset.ts';
import type {Int64} from '#src/domain/int64.ts';
import type {Plate} from '#src/domain/plate.ts';
import type {VehicleFilter, VehicleSearch} from '#src/domain/vehicle-search.ts';
import type {Vin} from '#src/domain/vin.ts';
import {answerFrom} from './answer.ts';
import {coalesce} from './coalesce.ts';
import {beforeDeadline} from './deadline.ts';
import type {Generation} from './generation.ts';
import type {LiveGeneration} from './live-generation.ts';
import {type Found, findByIds, findFirstCarriers} from './lookups.ts';
import {remember} from './remember.ts';
import {documentsOf, searchIndex} from './search-index.ts';
import {vehiclePage, vehicleTotal} from './vehicle-queries.ts';

/** Totals kept at once; each is a short key and a number. */
const rememberedTotals = 10_000;

const batches = {largest: 500, atOnce: 2};

/** The vehicles of the live generation. What is absent is `undefined`, never an error. */
export const vehicles = (client: Client, live: LiveGeneration) => {
  const totals = remember<number>(rememberedTotals);

  const totalOf = ({version, vehiclesIndex}: Generation, filter: VehicleFilter) => {
    const request = vehicleTotal(filter);
    return totals(JSON.stringify([version, request.query]), async () => {
      const {hits} = await searchIndex(client, vehiclesIndex, request);
      if (typeof hits.total !== 'object') throw new Error('A total came without its count.');
      return hits.total.value;
    });
  };

  const lookup = <Key extends string>(
    find: (index: string, keys: readonly Key[]) => Promise<Found>,
  ) => {
    const findTogether = coalesce(
      (keys: readonly Key[]) => answerFrom(live, ({vehiclesIndex}) => find(vehiclesIndex, keys)),
      batches,
    );
    return async (key: Key): Promise<Answer<VehicleDocument | undefined>> => {
      const {version, value} = await beforeDeadline(findTogether(key));
      return {version, value: value.get(key)};
    };
  };

  return {
    byId: lookup<Int64>((index, ids) => findByIds(client, index, ids)),
    byVin: lookup<Vin>((index, vins) => findFirstCarriers(client, index, 'vin', vins)),
    byPlate: lookup<Plate>((index, plates) => findFirstCarriers(client, index, 'plates', plates)),

    search: (search: VehicleSearch) =>
      answerFrom(live, async generation => {
        const [page, totalCount] = await Promise.all([
          searchIndex(client, generation.vehiclesIndex, vehiclePage(search)),
          totalOf(generation, search.filter),
        ]);
        return {documents: documentsOf(page), totalCount};
      }),
  };
};
