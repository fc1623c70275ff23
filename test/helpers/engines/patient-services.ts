import type {Client} from '@elastic/elasticsearch';
import type {Versioned} from '#core/domain/dataset.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleJson, VehicleResponse} from '#mappings/vehicle-document.ts';
import {changes} from '#src/search/changes.ts';
import {limitersOf} from '#src/search/engine/limiter.ts';
import type {OnDamaged} from '#src/search/engine/stored-vehicles.ts';
import {type Clock, generationReader, readGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';
import {meanings} from '#src/search/meanings.ts';
import {references} from '#src/search/references.ts';
import {defaultLimits} from '#src/search/statistics/compute.ts';
import {statistics} from '#src/search/statistics/statistics.ts';
import {vehicles} from '#src/search/vehicles.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
export const timeoutMs = 60_000;

/** The limiters of an API with a deadline that hardly any request misses. */
const newLimiters = () => limitersOf(timeoutMs);

/** The shared limiters of everything that makes no lookups. */
export const patientLimiters = newLimiters();

/** The signal of a caller who never leaves. */
export const staying = new AbortController().signal;

export const patientLive = (client: Client, prefix: string, clock?: Clock) =>
  generationReader(
    client,
    {indexPrefix: prefix, environment: 'live'},
    patientLimiters.of('generation'),
    timeoutMs,
    clock,
  );

/** Queries on a test generation, without the deadline of serving. */
const patientQueries = (client: Client, prefix: string, clock?: Clock) =>
  liveQueries(client, patientLive(client, prefix, clock), timeoutMs, newLimiters());

/** The statistics of a test generation. */
export const patientStatistics = (client: Client, prefix: string, limits = defaultLimits) => {
  const queries = patientQueries(client, prefix);
  return statistics(client, queries, meanings(client, queries), () => limits);
};

/** `Services['references']` over a test generation, without the deadline of serving. */
export const patientReferences = (client: Client, prefix: string, clock?: Clock, stride?: number) =>
  references(client, patientQueries(client, prefix, clock), stride);

/** `Services['vehicles']` over a test generation, without the deadline of serving. */
export const patientVehicles = (
  client: Client,
  prefix: string,
  clock?: Clock,
  onDamaged: OnDamaged = () => {},
) => {
  const queries = patientQueries(client, prefix, clock);
  return vehicles({client, onDamaged}, queries, meanings(client, queries));
};

/** `Services['changes']` over releases of a test, without the deadline of serving. */
export const patientChanges = (client: Client, prefix: string, clock?: Clock) => {
  const queries = patientQueries(client, prefix, clock);
  return changes(client, prefix, queries, meanings(client, queries));
};

type Service = ReturnType<typeof patientVehicles>;

/** The parsed value, whose bytes must be those that `JSON.stringify` makes of it. */
const parsed = (json: VehicleJson): VehicleResponse => {
  const vehicle: VehicleResponse = JSON.parse(json.toString());
  if (JSON.stringify(vehicle) === json.toString()) return vehicle;
  throw new Error(`A vehicle is answered in other bytes than those of its JSON: ${json}`);
};

/** The same service with parsed vehicles in place of their bytes. */
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

/** The live generation of this prefix. */
export const liveIn = (client: Client, indexPrefix: string) =>
  readGeneration(client, {indexPrefix, environment: 'live'}, staying);

/** Collects the paths and bodies of the requests that the client sends from now on. */
export const requestsOf = (client: Client) => {
  const requests: string[] = [];
  client.diagnostic.on('request', (_error, event) => {
    const {path, body} = event?.meta.request.params ?? {};
    // The places of the copies are read besides the questions of a test, and again every minute.
    if (!path?.endsWith('_search_shards')) requests.push(`${path} ${body}`);
  });
  return requests;
};
