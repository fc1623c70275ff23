import type {Client, estypes} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {DocumentError} from './engine/failures.ts';
import {documentsOf, searchIndex} from './engine/search-index.ts';
import {carriers, firstCarriers, type SharedField} from './vehicle-queries.ts';

/** The documents that were found, by the value that was asked for. */
export type Found = ReadonlyMap<string, VehicleDocument>;

export const findByIds = async (
  client: Client,
  index: string,
  ids: readonly string[],
): Promise<Found> => {
  const {docs} = await client.mget<VehicleDocument>({index, ids: [...ids]});
  const found = new Map<string, VehicleDocument>();
  for (const doc of docs) {
    if ('error' in doc) throw new DocumentError(doc.error.type, doc.error.reason);
    if (doc._source) found.set(doc._id, doc._source);
  }
  return found;
};

/**
 * For each value the one vehicle it means, by the plate order. Hits come in that order, so the first
 * with a value wins it. A page that is not full holds every carrier; a full one may leave values
 * open, and the carriers of those are then looked at value by value.
 */
export const findFirstCarriers = async (
  client: Client,
  index: string,
  field: SharedField,
  values: readonly string[],
): Promise<Found> => {
  const request = carriers(field, values);
  const documents = documentsOf(await searchIndex(client, index, request));
  const found = firstWith(field, values, documents);
  const open = documents.length < request.size ? [] : values.filter(value => !found.has(value));
  if (open.length === 0) return found;
  return new Map([...found, ...(await findOneByOne(client, index, field, open))]);
};

const valuesOf = (field: SharedField, {plates, vin}: VehicleDocument) =>
  field === 'plates' ? plates : [vin];

const firstWith = (
  field: SharedField,
  values: readonly string[],
  documents: readonly VehicleDocument[],
): Found => {
  const asked = new Set<string | undefined>(values);
  const found = new Map<string, VehicleDocument>();
  for (const document of documents) {
    for (const value of valuesOf(field, document)) {
      if (value !== undefined && asked.has(value) && !found.has(value)) found.set(value, document);
    }
  }
  return found;
};

type Bucket = {readonly key: string; readonly first: Parameters<typeof documentsOf>[0]};
type Buckets = {readonly values: {readonly buckets: readonly Bucket[]}};

const findOneByOne = async (
  client: Client,
  index: string,
  field: SharedField,
  values: readonly string[],
): Promise<Found> => {
  const request: estypes.SearchRequest = firstCarriers(field, values);
  const {aggregations} = await searchIndex<Buckets>(client, index, request);
  const buckets = aggregations?.values.buckets ?? [];
  return new Map(
    buckets.flatMap(({key, first}) => documentsOf(first).map(document => [key, document])),
  );
};
