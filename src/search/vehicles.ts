import {crc32} from 'node:zlib';
import type {estypes} from '@elastic/elasticsearch';
import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument, VehicleJson} from '#mappings/vehicle-document.ts';
import {
  findByIds,
  findVehicles,
  findVehiclesByIds,
  searchIndex,
  type VehicleStore,
} from './engine/requests.ts';
import {lookedUpIn} from './engine/stored-vehicles.ts';
import {cache} from './engine/while-wanted.ts';
import type {Kept, LiveQueries} from './live-queries.ts';
import type {Meanings} from './meanings.ts';
import {statistics} from './statistics/statistics.ts';
import {plateOrder, vehicleSearch} from './vehicle-search.ts';

/** A field whose value several vehicles can share, so that the plate order must pick one. */
type SharedField = 'vehicle.plates' | 'vehicle.vin';

/**
 * The vehicles with any of these values, in plate order: the first hit with a value is its vehicle.
 * One hit is enough for one value; of several values, most have one or two vehicles.
 */
export const sharingRequest = (field: SharedField, values: readonly string[]) =>
  ({
    query: {bool: {filter: [{terms: {[field]: [...values]}}]}},
    sort: plateOrder,
    size: 2 * values.length - 1,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

/** For each value its first vehicle, however many share it. More expensive than `sharingRequest`. */
const firstOfEachRequest = (field: SharedField, values: readonly string[]) =>
  ({
    query: {bool: {filter: [{terms: {[field]: [...values]}}]}},
    size: 0,
    track_total_hits: false,
    aggs: {
      values: {
        terms: {field, include: [...values], size: values.length, execution_hint: 'map'},
        aggs: {first: {top_hits: {size: 1, sort: plateOrder}}},
      },
    },
  }) satisfies estypes.SearchRequest;

type First = {readonly hits: readonly [{readonly _source: VehicleDocument}]};
type Bucket = {readonly key: string; readonly first: {readonly hits: First}};
type Buckets = {readonly values: {readonly buckets: readonly Bucket[]}};

/**
 * The one vehicle of each value, by the plate order. A page that is not full has all vehicles with
 * these values; a full page may leave values undecided, and an aggregation decides those.
 */
const findVehiclesBy = async <Value extends string>(
  store: VehicleStore,
  index: string,
  field: SharedField,
  values: readonly Value[],
  signal: AbortSignal,
  preference?: string,
): Promise<ReadonlyMap<Value, VehicleJson>> => {
  if (values.length === 0) return new Map();
  const request = sharingRequest(field, values);
  const vehicles = await findVehicles(store, index, request, signal, preference);
  const undecided = new Set<string | null>(values);
  const found = new Map<Value, VehicleJson>();
  for (const vehicle of vehicles) {
    const {plates, vin} = lookedUpIn(vehicle);
    for (const value of field === 'vehicle.plates' ? plates : [vin]) {
      if (undecided.delete(value)) found.set(value as Value, vehicle);
    }
  }
  if (vehicles.length < request.size || undecided.size === 0) return found;
  const {aggregations} = await searchIndex<VehicleDocument, Buckets>(
    store.client,
    index,
    firstOfEachRequest(
      field,
      values.filter(value => undecided.has(value)),
    ),
    signal,
  );
  for (const {key, first} of aggregations?.values.buckets ?? []) {
    const [{_source}] = first.hits.hits;
    found.set(key as Value, Buffer.from(JSON.stringify(_source.vehicle)));
  }
  return found;
};

/**
 * How many plates a batch asks for at a time while lookups are expected. Their vehicles mostly come with one read of a
 * socket, of 64 KiB, and are not copied.
 */
const partSize = 18;

/** Maximum memory of the cached vehicles, in bytes: some 10,000 vehicles. */
const cachedBytes = 16 * 1024 ** 2;

/** The text of a vehicle with the overhead of its entry, in bytes. */
const memoryOf = ({length}: string): number => length + 300;

/** Some six times as many lookups as are cached: one that recurs later than that is not worth its memory. */
const remembered = 2 ** 16;

/** Whether a text was seen recently. A table of checksums, by themselves, leaves no garbage to collect. */
const lately = () => {
  const sums = new Uint32Array(remembered);
  return (text: string): boolean => {
    const sum = crc32(text);
    const place = sum % remembered;
    const wasSeen = sums[place] === sum;
    sums[place] = sum;
    return wasSeen;
  };
};

/** How long a batch gives way, so that it is still answered in time. */
const givesWayForMs = 500;

/** The vehicles of the live generation. An absent vehicle is `undefined`, never an error. */
export const vehicles = (store: VehicleStore, queries: LiveQueries, meaningOf: Meanings) => {
  const {query, lookup, limiters} = queries;
  const search = vehicleSearch(store, limiters);
  const cached = cache('lookups', cachedBytes, memoryOf);
  const wasAsked = lately();
  const limited = limiters.of('batches');

  /** Asks for all plates at once if that delays no lookup: in parts they take Elasticsearch up to twice as long. */
  const findBatch = async (index: string, plates: readonly Plate[], signal: AbortSignal) => {
    const end = performance.now() + givesWayForMs;
    const found: (readonly [Plate, VehicleJson])[] = [];
    for (let rest = plates; rest.length > 0; ) {
      const givesWay = limiters.lookupsExpected() && performance.now() < end;
      const asked = givesWay ? rest.slice(0, partSize) : rest;
      const find = () => findVehiclesBy(store, index, 'vehicle.plates', asked, signal);
      found.push(...(await limited(signal, find)));
      rest = rest.slice(asked.length);
    }
    return new Map(found);
  };

  /** Keeps vehicles as text: buffers make V8 collect its whole heap. */
  const keptBy = (by: string): Kept<string, VehicleJson> => {
    const nameOf = (version: string, key: string) => `${version} ${by} ${key}`;
    return {
      known: (version, key) => {
        const text = cached.known(nameOf(version, key));
        return text === undefined ? undefined : Buffer.from(text, 'latin1');
      },
      offer: (version, key, vehicle) => {
        const name = nameOf(version, key);
        if (wasAsked(name)) cached.keep(name, vehicle.toString('latin1'));
      },
    };
  };

  const bySharedField = <Value extends string>(field: SharedField) =>
    lookup(
      ({vehiclesIndex}, values: readonly Value[], signal, preference) =>
        findVehiclesBy(store, vehiclesIndex, field, values, signal, preference),
      {kept: keptBy(field)},
    );

  return {
    byId: lookup(
      ({vehiclesIndex}, ids: readonly Int64[], signal, preference) =>
        findVehiclesByIds(store, vehiclesIndex, ids, signal, preference),
      {kept: keptBy('id')},
    ),
    documentById: lookup(
      ({vehiclesIndex}, ids: readonly Int64[], signal, preference) =>
        findByIds<Int64, VehicleDocument>(store.client, vehiclesIndex, ids, signal, preference),
      {kind: 'documents'},
    ),
    byVin: bySharedField<Vin>('vehicle.vin'),
    byPlate: bySharedField<Plate>('vehicle.plates'),
    byPlates: (plates: readonly Plate[], clientGone?: AbortSignal) =>
      query(({vehiclesIndex}, signal) => findBatch(vehiclesIndex, plates, signal), clientGone),
    search: ({isStrict, ...wanted}: VehicleSearch, clientGone?: AbortSignal) =>
      query(async (generation, signal) => {
        const filter = await meaningOf(generation, wanted.filter, isStrict, signal);
        return search(generation, {...wanted, filter}, signal);
      }, clientGone),
    statistics: statistics(store.client, queries, meaningOf),
  };
};
