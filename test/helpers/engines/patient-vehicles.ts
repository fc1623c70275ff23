import type {Client} from '@elastic/elasticsearch';
import type {Versioned} from '#core/domain/dataset.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleJson, VehicleResponse} from '#mappings/vehicle-document.ts';
import {type Clock, liveGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';
import {vehicles} from '#src/search/vehicles.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
export const timeoutMs = 60_000;

/** `Services['vehicles']` over a test generation, without the deadline of serving. */
export const patientVehicles = (client: Client, prefix: string, clock?: Clock) =>
  vehicles(client, liveQueries(liveGeneration(client, prefix, timeoutMs, clock), timeoutMs));

type Service = ReturnType<typeof patientVehicles>;

/** The value, if its bytes are those that `JSON.stringify` makes of it. */
const parsed = (json: VehicleJson): VehicleResponse => {
  const vehicle: VehicleResponse = JSON.parse(json.toString());
  if (JSON.stringify(vehicle) === json.toString()) return vehicle;
  throw new Error(`A vehicle is answered in other bytes than those of its JSON: ${json}`);
};

/** The same service with the vehicles that its bytes stand for. */
export const parsing = ({byId, byVin, byPlate, byPlates, search}: Service) => {
  const one =
    <Key>(find: (key: Key) => Promise<Versioned<VehicleJson | undefined>>) =>
    async (key: Key) => {
      const {version, value} = await find(key);
      return {version, value: value && parsed(value)};
    };
  return {
    byId: one(byId),
    byVin: one(byVin),
    byPlate: one(byPlate),
    byPlates: async (plates: Parameters<typeof byPlates>[0]) => {
      const {version, value} = await byPlates(plates);
      return {version, value: new Map(value.entries().map(([key, json]) => [key, parsed(json)]))};
    },
    search: async (wanted: VehicleSearch) => {
      const {version, value} = await search(wanted);
      return {version, value: {...value, documents: value.documents.map(parsed)}};
    },
  };
};
