import {groupNames, numberNames, toGrouping} from '#core/domain/vehicle-statistics.ts';
import {randomFor} from '#sample/random.ts';
import {recordElements} from '#sample/record.ts';
import {seed} from '../bench.ts';
import type {Request} from './client.ts';

/** One kind of request to the API, sent to every way that can answer it. */
export type Scenario = {
  readonly name: string;
  readonly connections: number;
  /** Whose key the requests carry. */
  readonly caller: 'admitted' | 'over the limit' | 'none';
  /** The status of nearly all responses. With 304 the client sends the tags that it has. */
  readonly status: number;
  readonly isLookup?: boolean;
  /** The requests without a key. */
  readonly requests: readonly Request[];
  /** The same requests to Elasticsearch, as paths below an index. */
  readonly direct: readonly Request[];
};

const get = (path: string): Request => ({method: 'GET', path, headers: {}});

const post = (path: string, body: object): Request => ({
  method: 'POST',
  path,
  headers: {'content-type': 'application/json'},
  body: JSON.stringify(body),
});

/** A scenario of an admitted caller whose requests succeed, unless `rest` says otherwise. */
const scenario = (
  name: string,
  requests: readonly Request[],
  rest: Partial<Scenario> = {},
): Scenario => ({
  name,
  connections: 64,
  caller: 'admitted',
  status: 200,
  requests,
  direct: [],
  ...rest,
});

/** A request to Elasticsearch for the documents with any of these plates or VINs. */
const sharing = (field: 'vehicle.plates' | 'vehicle.vin', values: readonly string[]): Request =>
  post('/_search', {
    query: {bool: {filter: [{terms: {[field]: values}}]}},
    size: 2 * values.length - 1,
    track_total_hits: false,
  });

type KnownVehicle = {readonly id: string; readonly plate: string; readonly vin: string};

/** Prime, so that each vehicle is drawn once. */
const step = 7919;

/** More than any cache of the API holds, and more than a round requests. */
const mostKnown = 100_000;

/** Vehicles with a usual plate and VIN, from all over a sample of this size. */
const knownVehicles = (vehicles: number): readonly KnownVehicle[] =>
  numbers(0, Math.min(vehicles, mostKnown) - 1)
    .map(at => {
      const number = (at * step) % vehicles;
      const record = JSON.stringify(recordElements({seed, number, snapshot: 0}));
      const textOf = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(record)?.[1] ?? '';
      return {
        id: textOf('KoeretoejIdent'),
        plate: textOf('RegistreringNummerNummer'),
        vin: textOf('KoeretoejOplysningStelNummer'),
      };
    })
    .filter(({plate, vin}) => /^[A-Z]{2}\d{4,5}$/.test(plate) && /^[\dA-Z]{17}$/.test(vin));

export const lookupName = (by: string, connections: number): string =>
  `lookup by ${by}, ${connections} connection${connections === 1 ? '' : 's'}`;

const lookups = (vehicles: readonly KnownVehicle[], connections: number): readonly Scenario[] => {
  const lookup = (
    by: string,
    path: (vehicle: KnownVehicle) => string,
    direct: (vehicle: KnownVehicle) => Request,
  ) =>
    scenario(
      lookupName(by, connections),
      vehicles.map(vehicle => get(path(vehicle))),
      {connections, isLookup: true, direct: vehicles.map(direct)},
    );
  return [
    lookup('id', idPath, ({id}) => get(`/_doc/${id}`)),
    lookup('plate', platePath, ({plate}) => sharing('vehicle.plates', [plate])),
    lookup(
      'VIN',
      ({vin}) => `/v1/vehicles/vin/${vin}`,
      ({vin}) => sharing('vehicle.vin', [vin]),
    ),
  ];
};

const idPath = ({id}: KnownVehicle): string => `/v1/vehicles/${id}`;
const platePath = ({plate}: KnownVehicle): string => `/v1/vehicles/plate/${plate}`;

type Search = {
  readonly kindId?: number;
  readonly colorId?: number;
  readonly fromModelYear?: number;
  readonly toModelYear?: number;
  readonly page: number;
  readonly pageSize: number;
};

/** A request to Elasticsearch for a page in the usual order, with its exact total. */
const directPage = ({kindId, colorId, fromModelYear, toModelYear, ...at}: Search): Request =>
  post('/_search', {
    query: {
      bool: {
        filter: [
          ...(kindId ? [{term: {'vehicle.kind.id': String(kindId)}}] : []),
          ...(colorId ? [{term: {'vehicle.color.id': String(colorId)}}] : []),
          ...(fromModelYear
            ? [{range: {'vehicle.modelYear': {gte: fromModelYear, lte: toModelYear}}}]
            : []),
        ],
      },
    },
    sort: [{'vehicle.firstRegisteredOn': {order: 'desc', missing: '_last'}}, {'vehicle.id': 'asc'}],
    from: (at.page - 1) * at.pageSize,
    size: at.pageSize,
    track_total_hits: true,
  });

const searching = (name: string, searches: readonly Search[]): Scenario => {
  const query = (search: Search) =>
    Object.entries(search).map(([parameter, value]) => `${parameter}=${value}`);
  return scenario(
    name,
    searches.map(search => get(`/v1/vehicles?${query(search).join('&')}`)),
    {direct: searches.map(directPage)},
  );
};

const numbers = (from: number, to: number) =>
  Array.from({length: to - from + 1}, (_, at) => from + at);

/** `count` of these values from a place on; the first follows the last. */
export const cycled = <Value>(values: readonly Value[], from: number, count: number) =>
  numbers(from, from + count - 1).flatMap(at => values[at % values.length] ?? []);

/** Every search by one of these kinds, colours and ranges of years, once, in random order. */
const fourFilters = (): readonly Search[] => {
  const random = randomFor({seed, number: 1}, 'record');
  const all = numbers(1, 5).flatMap(kindId =>
    numbers(1, 9).flatMap(colorId =>
      numbers(1950, 2010).flatMap(fromModelYear =>
        numbers(fromModelYear, fromModelYear + 29).map(toModelYear => {
          const search = {kindId, colorId, fromModelYear, toModelYear, page: 1, pageSize: 10};
          return {search, place: random.unit()};
        }),
      ),
    ),
  );
  return all.sort((a, b) => a.place - b.place).map(({search}) => search);
};

/** Searches by twelve first years and twelve spans, for the first three pages of each. */
const yearRanges = (): readonly Search[] =>
  numbers(20, 31).flatMap(span =>
    numbers(1976, 1987).flatMap(fromModelYear =>
      numbers(1, 3).map(page => {
        const toModelYear = fromModelYear + span;
        return {fromModelYear, toModelYear, page, pageSize: 10};
      }),
    ),
  );

/** The last tenth of the pages of all vehicles that a client can reach. */
const deepPages = (vehicles: number): readonly Search[] => {
  const last = Math.floor(Math.min(vehicles, 10_000) / 20);
  return numbers(Math.ceil(last * 0.9), last).map(page => ({page, pageSize: 20}));
};

const searches = (vehicles: number): readonly Scenario[] => {
  const drawn = fourFilters();
  return [
    searching('search, filters seen before', drawn.slice(0, 30)),
    searching('search, new filters', drawn.slice(30)),
    searching('search, year ranges, pages 1 to 3', yearRanges()),
    searching('search, deep pages', deepPages(vehicles)),
  ];
};

/** No metric, or one of a number: enough that no statistic is requested twice. */
const metrics = [
  '',
  ...['avg', 'p50', 'max', 'p90'].flatMap(figure => numberNames.map(name => `${figure}:${name}`)),
];

const groupedBy = (groupings: readonly string[]): readonly Request[] =>
  metrics.flatMap(metric =>
    groupings.map(groupBy => get(`/v1/statistics?groupBy=${groupBy}&metric=${metric}`)),
  );

/** Every grouping that needs no step. */
const single = groupNames.filter(name => toGrouping(name) !== undefined);

/** Groupings by year and another value. Makes give the most cells within the limit. */
const pairs = ['make', 'kind', 'color', 'primaryFuel', 'bodyType', 'registrationStatus'].map(
  name => `${name},firstRegisteredYear`,
);

/** The number of lookups sent with one statistic. */
const lookupsBeside = 500;

/** Statistics, each requested once and some repeatedly, and lookups while others request statistics. */
const statistics = (lookups: readonly Request[]): readonly Scenario[] => {
  const all = groupedBy(single);
  const mixed = all.flatMap((statistic, at) => [
    statistic,
    ...cycled(lookups, at * lookupsBeside, lookupsBeside),
  ]);
  return [
    scenario('statistics, new', all, {connections: 1}),
    scenario('statistics of two groupings, new', groupedBy(pairs), {connections: 1}),
    scenario('statistics, seen before', all.slice(0, 20), {connections: 1}),
    scenario('lookup by plate, statistics beside', mixed),
  ];
};

export const batchSize = 500;

const batches = (vehicles: readonly KnownVehicle[]): Scenario => {
  const lists = numbers(0, 9).map(list =>
    cycled(vehicles, list * batchSize, batchSize).map(({plate}) => plate),
  );
  return scenario(
    `batch of ${batchSize}`,
    lists.map(plates => post('/v1/vehicles/plates', {plates})),
    // More connections would wait longer than the deadline of a request.
    {connections: 16, direct: lists.map(plates => sharing('vehicle.plates', plates))},
  );
};

/** All scenarios for a sample of this size, in the order of the report. */
export const scenariosFor = (size: number): readonly Scenario[] => {
  const vehicles = knownVehicles(size);
  const malformed = [get('/v1/vehicles/x')];
  return [
    ...[64, 8, 256, 1].flatMap(connections => lookups(vehicles, connections)),
    ...lookups(vehicles.slice(0, 1000), 64).map(each => ({...each, name: `${each.name}, again`})),
    ...searches(size),
    ...statistics(vehicles.map(vehicle => get(platePath(vehicle)))),
    batches(vehicles),
    scenario('304', vehicles.slice(0, 200).map(idPath).map(get), {status: 304}),
    scenario('admission alone', malformed, {status: 400}),
    scenario('refused without a key', malformed, {status: 401, caller: 'none'}),
    scenario('refused over the limit', malformed, {status: 429, caller: 'over the limit'}),
  ];
};
