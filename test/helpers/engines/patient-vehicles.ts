import type {Client} from '@elastic/elasticsearch';
import type {Versioned} from '#core/domain/dataset.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleJson, VehicleResponse} from '#mappings/vehicle-document.ts';
import type {OnDamaged} from '#src/search/engine/stored-vehicles.ts';
import type {Clock} from '#src/search/live-generation.ts';
import {vehicles} from '#src/search/vehicles.ts';
import {patientQueries} from './patient-queries.ts';

/** `Services['vehicles']` over a test generation, without the deadline of serving. */
export const patientVehicles = (
  client: Client,
  prefix: string,
  clock?: Clock,
  onDamaged: OnDamaged = () => {},
) => vehicles({client, onDamaged}, patientQueries(client, prefix, clock));

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
