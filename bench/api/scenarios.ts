import type {Client} from '@elastic/elasticsearch';
import {type Random, randomFor} from '#sample/random.ts';
import type {Load} from './load.ts';

type Requests = Load['requests'];

type Known = {readonly id: string; readonly registrationNumber?: string; readonly vin?: string};

/** Vehicles of an index, spread over it. */
const someVehicles = async (
  client: Client,
  index: string,
  size: number,
): Promise<readonly Known[]> => {
  const {hits} = await client.search<{readonly vehicle: Known}>({
    index,
    size,
    _source: ['vehicle.id', 'vehicle.registrationNumber', 'vehicle.vin'],
    query: {exists: {field: 'vehicle.registrationNumber'}},
    sort: [{'vehicle.vin': 'asc'}],
  });
  return hits.hits.flatMap(({_source}) => _source?.vehicle ?? []);
};

const get = (path: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
  ({method: 'GET', path, headers: {'x-api-key': key, ...headers}}) as const;

/** A search with four filters; of some 65,000 combinations one hardly ever comes twice. */
const newFilters = (random: Random): string => {
  const from = random.between(1950, 2010);
  const filters = {
    kindId: random.between(1, 5),
    colorId: random.between(1, 9),
    fromModelYear: from,
    toModelYear: from + random.below(30),
  };
  return `/v1/vehicles?${Object.entries(filters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
};

/** The same requests as a client sends them that has the answers already. */
export const revalidating = (url: string, requests: Requests): Promise<Requests> =>
  Promise.all(
    requests.slice(0, 200).map(async request => {
      const {headers} = await fetch(url + request.path, {headers: request.headers});
      return {
        ...request,
        headers: {...request.headers, 'if-none-match': headers.get('etag') ?? ''},
      };
    }),
  );

/**
 * The requests of each scenario. The vehicles of a run are the same for every copy; ids, plates and
 * VINs are asked in turn, 5,000 of each, so that nothing but the engine's own caches can help.
 */
export const scenarios = async (client: Client, index: string, key: string) => {
  const vehicles = await someVehicles(client, index, 5000);
  const random = randomFor({seed: 1, number: 1}, 'record');
  const list = (count: number, make: (at: number) => Requests[number]): Requests =>
    Array.from({length: count}, (_, at) => make(at));
  const at = (index: number): Known => vehicles[index % vehicles.length] ?? {id: '1'};
  const seen = Array.from({length: 30}, () => newFilters(random));
  const plates = (from: number) =>
    Array.from({length: 500}, (_, offset) => at(from + offset).registrationNumber ?? '');
  return {
    'by id': list(5000, n => get(`/v1/vehicles/${at(n).id}`, key)),
    'by plate': list(5000, n =>
      get(`/v1/vehicles/plate/${encodeURIComponent(at(n).registrationNumber ?? '')}`, key),
    ),
    'by VIN': list(5000, n => get(`/v1/vehicles/vin/${encodeURIComponent(at(n).vin ?? '')}`, key)),
    'not there': list(5000, n => get(`/v1/vehicles/${n + 1}`, key)),
    'no key': list(1, () => ({method: 'GET', path: '/v1/vehicles/1', headers: {}})),
    'filters seen before': list(seen.length, n => get(seen[n] ?? '', key)),
    'new filters': list(5000, () => get(newFilters(random), key)),
    'deep page': list(1, () => get('/v1/vehicles?page=450&pageSize=20', key)),
    'batch of 500': list(10, n => ({
      method: 'POST',
      path: '/v1/vehicles/plates',
      headers: {'x-api-key': key, 'content-type': 'application/json'},
      body: JSON.stringify({plates: plates(n * 500)}),
    })),
  } satisfies Record<string, Requests>;
};
