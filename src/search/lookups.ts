import type {Client, estypes} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {DocumentError} from './engine/failures.ts';
import {documentsOf, searchIndex} from './engine/search-index.ts';
import {carriers, firstCarriers, type SharedField} from './vehicle-queries.ts';

/** The documents that were found, by the value that was asked for. */
export type Found<Key> = ReadonlyMap<Key, VehicleDocument>;

export const findByIds = async <Id extends string>(
  client: Client,
  index: string,
  ids: readonly Id[],
): Promise<Found<Id>> => {
  const {docs} = await client.mget<VehicleDocument>({index, ids: [...ids]});
  const found = new Map<Id, VehicleDocument>();
  for (const doc of docs) {
    if ('error' in doc) throw new DocumentError(doc.error.type, doc.error.reason);
    if (doc._source) found.set(doc._id as Id, doc._source);
  }
  return found;
};

/**
 * For each value the one vehicle it means, by the plate order. Hits come in that order, so the first
 * with a value wins it. A page that is not full holds every carrier; a full one may leave values
 * open, and the carriers of those are then looked at value by value.
 */
export const findFirstCarriers = async <Value extends string>(
  client: Client,
  index: string,
  field: SharedField,
  values: readonly Value[],
): Promise<Found<Value>> => {
  if (values.length === 0) return new Map();
  const request = carriers(field, values);
  const documents = documentsOf(await searchIndex(client, index, request));
  const found = firstWith(field, values, documents);
  const open = documents.length < request.size ? [] : values.filter(value => !found.has(value));
  if (open.length === 0) return found;
  return new Map([...found, ...(await findOneByOne(client, index, field, open))]);
};

const valuesOf = (field: SharedField, {plates, vin}: VehicleDocument) =>
  field === 'plates' ? plates : [vin];

const firstWith = <Value extends string>(
  field: SharedField,
  values: readonly Value[],
  documents: readonly VehicleDocument[],
): Found<Value> => {
  const asked = new Set<string | undefined>(values);
  const isAsked = (value: string | undefined): value is Value => asked.has(value);
  const found = new Map<Value, VehicleDocument>();
  for (const document of documents) {
    for (const value of valuesOf(field, document).filter(isAsked)) {
      if (!found.has(value)) found.set(value, document);
    }
  }
  return found;
};

type Bucket = {readonly key: string; readonly first: Parameters<typeof documentsOf>[0]};
type Buckets = {readonly values: {readonly buckets: readonly Bucket[]}};

const findOneByOne = async <Value extends string>(
  client: Client,
  index: string,
  field: SharedField,
  values: readonly Value[],
): Promise<Found<Value>> => {
  const request: estypes.SearchRequest = firstCarriers(field, values);
  const {aggregations} = await searchIndex<Buckets>(client, index, request);
  const buckets = aggregations?.values.buckets ?? [];
  return new Map(
    buckets.flatMap(({key, first}) => documentsOf(first).map(document => [key as Value, document])),
  );
};
