import {randomFor} from '#sample/random.ts';
import {seed} from '../bench.ts';
import {document, type Filters, pageWithTotal, sharing} from './direct.ts';
import {type KnownVehicle, knownVehicles} from './known-vehicles.ts';
import type {Request} from './load.ts';

/** One kind of request to the API, asked of everything that can answer it. */
export type Scenario = {
  readonly name: string;
  readonly connections: number;
  /** Whose key the requests carry. */
  readonly caller: 'admitted' | 'over the limit' | 'none';
  /** The status of nearly all responses. */
  readonly status: number;
  /** Without a key. */
  readonly requests: readonly Request[];
  /** The same asked of Elasticsearch, as paths below an index. */
  readonly direct: readonly Request[];
  /** True: the client has the responses already, and sends their tags. */
  readonly isRevalidation: boolean;
};

const get = (path: string): Request => ({method: 'GET', path, headers: {}});

const many = 64;

const scenario = (
  name: string,
  requests: readonly Request[],
  rest: Partial<Omit<Scenario, 'name' | 'requests'>> = {},
): Scenario => ({
  name,
  connections: many,
  caller: 'admitted',
  status: 200,
  requests,
  direct: [],
  isRevalidation: false,
  ...rest,
});

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

type Search = {
  readonly filters: Filters;
  readonly page: {readonly number: number; readonly size: number};
};

const searchPath = ({filters: {kindId, colorId, years}, page}: Search): string => {
  const values = {
    kindId,
    colorId,
    fromModelYear: years?.[0],
    toModelYear: years?.[1],
    page: page.number,
    pageSize: page.size,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `/v1/vehicles?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

const searching = (name: string, searches: readonly Search[]): Scenario =>
  scenario(
    name,
    searches.map(search => get(searchPath(search))),
    {direct: searches.map(({filters, page}) => pageWithTotal(filters, page))},
  );

const firstPage = {number: 1, size: 10};

/** Every search by kind, colour and years of these, once, in an order of chance. */
const fourFilters = (): readonly Search[] => {
  const random = randomFor({seed, number: 1}, 'record');
  const numbers = (from: number, to: number) =>
    Array.from({length: to - from + 1}, (_, at) => from + at);
  const all = numbers(1, 5).flatMap(kindId =>
    numbers(1, 9).flatMap(colorId =>
      numbers(1950, 2010).flatMap(from =>
        numbers(from, from + 29).map(to => ({kindId, colorId, years: [from, to] as const})),
      ),
    ),
  );
  return all
    .map(filters => ({filters, place: random.unit()}))
    .sort((a, b) => a.place - b.place)
    .map(({filters}) => ({filters, page: firstPage}));
};

/** Twelve first years by twelve spans, the first three pages of each. */
const yearRanges: readonly Search[] = Array.from({length: 12 * 12 * 3}, (_, at) => {
  const from = 1976 + (Math.floor(at / 3) % 12);
  const to = from + 20 + Math.floor(at / 36);
  return {filters: {years: [from, to]}, page: {number: 1 + (at % 3), size: 10}};
});

/** The last tenth of the pages that may be asked for, of all vehicles. */
const deepPages = (vehicles: number): readonly Search[] => {
  const last = Math.floor(Math.min(vehicles, 10_000) / 20);
  const first = Math.ceil(last * 0.9);
  return Array.from({length: last - first + 1}, (_, at) => ({
    filters: {},
    page: {number: first + at, size: 20},
  }));
};

const searches = (vehicles: number): readonly Scenario[] => {
  const drawn = fourFilters();
  return [
    searching('search, filters seen before', drawn.slice(0, 30)),
    searching('search, new filters', drawn.slice(30)),
    searching('search, year ranges, pages 1 to 3', yearRanges),
    searching('search, deep pages', deepPages(vehicles)),
  ];
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
    batches(vehicles),
    scenario('304', byId.slice(0, 200), {status: 304, isRevalidation: true}),
    scenario('admission alone', malformed, {status: 400}),
    scenario('refused without a key', malformed, {status: 401, caller: 'none'}),
    scenario('refused over the limit', malformed, {status: 429, caller: 'over the limit'}),
  ];
};
