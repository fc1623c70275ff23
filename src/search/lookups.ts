import type {Client, estypes} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Found} from './engine/find-by-ids.ts';
import {documentsOf, type Hits, searchIndex} from './engine/search-index.ts';
import {carriers, firstCarriers, type SharedField} from './vehicle-queries.ts';

type Carriers<Value> = Found<Value, VehicleDocument>;

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
): Promise<Carriers<Value>> => {
  if (values.length === 0) return new Map();
  const request = carriers(field, values);
  const documents = documentsOf(await searchIndex<VehicleDocument>(client, index, request));
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
): Carriers<Value> => {
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

type Bucket = {readonly key: string; readonly first: Hits<VehicleDocument>};
type Buckets = {readonly values: {readonly buckets: readonly Bucket[]}};

const findOneByOne = async <Value extends string>(
  client: Client,
  index: string,
  field: SharedField,
  values: readonly Value[],
): Promise<Carriers<Value>> => {
  const request: estypes.SearchRequest = firstCarriers(field, values);
  const {aggregations} = await searchIndex<VehicleDocument, Buckets>(client, index, request);
  const buckets = aggregations?.values.buckets ?? [];
  return new Map(
    buckets.flatMap(({key, first}) => documentsOf(first).map(document => [key as Value, document])),
  );
};
