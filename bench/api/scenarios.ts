import {groupNames, numberNames, toGrouping} from '#core/domain/vehicle-statistics.ts';
import {randomFor} from '#sample/random.ts';
import {recordElements} from '#sample/record.ts';
import type {Content} from '#sample/xml.ts';
import {seed} from '../bench.ts';
import {get, many, type Request, type Scenario, scenario} from './scenario.ts';
import {document, searches, sharing} from './searches.ts';

/** The ways in which a client can ask for a vehicle. */
type KnownVehicle = {readonly id: string; readonly plate: string; readonly vin: string};

const textAt = (elements: Content, ...names: readonly string[]): string => {
  let at: unknown = elements;
  for (const name of names) at = (at as Record<string, unknown> | undefined)?.[name];
  return String(at ?? '');
};

const usual = {plate: /^[A-Z]{2}\d{4,5}$/, vin: /^[\dA-Z]{17}$/};

/** Vehicles of a sample of this size, drawn at random, that have a usual plate and VIN. */
const knownVehicles = (vehicles: number, count: number): readonly KnownVehicle[] => {
  const random = randomFor({seed, number: 0}, 'record');
  const drawn = Array.from({length: count * 3}, () => {
    const record = recordElements({seed, number: random.below(vehicles), snapshot: 0});
    return {
      id: textAt(record, 'KoeretoejIdent'),
      plate: textAt(record, 'RegistreringNummerNummer'),
      vin: textAt(record, 'KoeretoejOplysningGrundStruktur', 'KoeretoejOplysningStelNummer'),
    };
  });
  return drawn
    .filter(({plate, vin}) => usual.plate.test(plate) && usual.vin.test(vin))
    .slice(0, count);
};

/** None, or one of a number: so many that none is asked for twice. */
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

/** Makes, of which there are the most without there being too many cells, and others by the year. */
const pairs = ['make', 'kind', 'color', 'primaryFuel', 'bodyType', 'registrationStatus'].map(
  name => `${name},firstRegisteredYear`,
);

/** So many lookups come with one statistic. */
const lookupsBeside = 500;

/** Statistics, each asked for once and some again and again, and lookups while others ask for them. */
const statistics = (lookups: readonly Request[]): readonly Scenario[] => {
  const all = groupedBy(single);
  const mixed = all.flatMap((statistic, at) => [
    statistic,
    ...Array.from(
      {length: lookupsBeside},
      (_, next) => lookups[(at * lookupsBeside + next) % lookups.length] ?? statistic,
    ),
  ]);
  return [
    scenario('statistics, new', all, {connections: 1}),
    scenario('statistics of two groupings, new', groupedBy(pairs), {connections: 1}),
    scenario('statistics, seen before', all.slice(0, 20), {connections: 1}),
    scenario('lookup by plate, statistics beside', mixed),
  ];
};

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
