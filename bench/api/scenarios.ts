import {document, sharing} from './direct.ts';
import {type KnownVehicle, knownVehicles} from './known-vehicles.ts';
import {get, many, type Scenario, scenario} from './scenario.ts';
import {searches} from './searches.ts';
import {statistics} from './statistics.ts';

/** Vehicles that are asked for. */
const different = 5000;

const lookups = (vehicles: readonly KnownVehicle[]): readonly Scenario[] => {
  const kinds = [
    {
      by: 'id',
      requests: vehicles.map(({id}) => get(`/v1/vehicles/${id}`)),
      direct: vehicles.map(({id}) => document(id)),
    },
    {
      by: 'plate',
      requests: vehicles.map(({plate}) => get(`/v1/vehicles/plate/${plate}`)),
      direct: vehicles.map(({plate}) => sharing('plate', [plate])),
    },
    {
      by: 'VIN',
      requests: vehicles.map(({vin}) => get(`/v1/vehicles/vin/${vin}`)),
      direct: vehicles.map(({vin}) => sharing('vin', [vin])),
    },
  ];
  return [many, 1].flatMap(connections =>
    kinds.map(({by, requests, direct}) => {
      const name = `lookup by ${by}${connections === 1 ? ', 1 connection' : ''}`;
      return scenario(name, requests, {connections, direct});
    }),
  );
};

export const batchSize = 500;

const batches = (vehicles: readonly KnownVehicle[]): Scenario => {
  const lists = Array.from({length: 10}, (_, list) =>
    Array.from(
      {length: batchSize},
      (_, at) => vehicles[(list * batchSize + at) % vehicles.length]?.plate ?? '',
    ),
  );
  const headers = {'content-type': 'application/json'};
  return scenario(
    `batch of ${batchSize}`,
    lists.map(plates => ({
      method: 'POST',
      path: '/v1/vehicles/plates',
      headers,
      body: JSON.stringify({plates}),
    })),
    // More at once would wait longer than the deadline of a request.
    {connections: 16, direct: lists.map(plates => sharing('plate', plates))},
  );
};

/** All scenarios for a sample of this size, in the order of the report. */
export const scenariosFor = (size: number): readonly Scenario[] => {
  const vehicles = knownVehicles(size, different);
  const byId = vehicles.map(({id}) => get(`/v1/vehicles/${id}`));
  const malformed = [get('/v1/vehicles/x')];
  return [
    ...lookups(vehicles),
    ...searches(size),
    ...statistics(vehicles.map(({plate}) => get(`/v1/vehicles/plate/${plate}`))),
    batches(vehicles),
    scenario('304', byId.slice(0, 200), {status: 304, isRevalidation: true}),
    scenario('admission alone', malformed, {status: 400}),
    scenario('refused without a key', malformed, {status: 401, caller: 'none'}),
    scenario('refused over the limit', malformed, {status: 429, caller: 'over the limit'}),
  ];
};
