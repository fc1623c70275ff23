import {randomUUID} from 'node:crypto';
import {Client} from '@elastic/elasticsearch';
import {BytesConnection} from '#core/clients/bytes-connection.ts';
import {type ReferenceDocument, referenceKey} from '#mappings/reference-document.ts';
import referencesDefinition from '#mappings/references.json' with {type: 'json'};
import {mappingVersion, type VehicleDocument} from '#mappings/vehicle-document.ts';
import vehicles from '#mappings/vehicles.json' with {type: 'json'};
import {elasticsearchNodes} from '../environment.ts';
import type {Scope} from '../scope.ts';

/** A client of the engine that the tests run against; closed with the test. */
export const testClient = (t: Scope): Client => {
  const client = new Client({
    nodes: elasticsearchNodes,
    requestTimeout: 30_000,
    Connection: BytesConnection,
  });
  t.teardown(() => client.close());
  return client;
};

/** The prefix of all index and alias names of one test, so that tests can share an engine. */
export const testPrefix = (): string => `test-${randomUUID()}-`;

/** An index that is deleted with the test. */
export const createTestIndex = async (
  t: Scope,
  client: Client,
  index: string,
  definition: object,
): Promise<string> => {
  t.teardown(() => client.indices.delete({index}, {ignore: [404]}));
  await client.indices.create({...definition, index});
  return index;
};

type Options = {
  readonly client?: Client;
  readonly prefix?: string;
  readonly version?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Entries of reference lists; none by default. */
  readonly references?: readonly ReferenceDocument[];
  readonly shards?: number;
  /** The approximate number of Lucene segments per shard: refreshes that the documents are spread over. */
  readonly segments?: number;
  /** Whether the aliases are moved to this generation. */
  readonly live?: boolean;
};

export type TestGeneration = Awaited<ReturnType<typeof createTestGeneration>>;

/** A complete generation as the indexer makes it: both indices, `_meta`, and their aliases. */
export const createTestGeneration = async (
  t: Scope,
  documents: readonly VehicleDocument[],
  options: Options = {},
) => {
  const {client = testClient(t), prefix = testPrefix(), shards = 1, segments = 1} = options;
  const {version = '20261117-120000-0001', live = true, references = []} = options;
  const settings = {...vehicles.settings, number_of_shards: shards};
  const meta = {
    mappingVersion,
    version,
    importedAt: '2026-11-18T03:04:05.678Z',
    extractedAt: '2026-11-17T11:00:00.000Z',
    vehicleCount: documents.length,
    digest: '00000000000000aa',
    contentId: null,
    records: documents.length,
    ...options.meta,
  };
  const vehiclesIndex = await createTestIndex(t, client, `${prefix}vehicles-${version}`, {
    settings,
    mappings: {...vehicles.mappings, _meta: meta},
  });
  const referencesIndex = await createTestIndex(
    t,
    client,
    `${prefix}references-${version}`,
    referencesDefinition,
  );
  await fill(client, vehiclesIndex, documents.map(byId), segments);
  await fill(client, referencesIndex, references.map(byKey), segments);
  const generation = {client, prefix, version, vehiclesIndex, referencesIndex};
  if (live) await flipTo(generation);
  return generation;
};

/** A document with its `_id`. */
type Entry = readonly [id: string, document: object];

const byId = (document: VehicleDocument): Entry => [document.vehicle.id, document];

const byKey = (document: ReferenceDocument): Entry => {
  const {list, makeId, modelId, id} = document;
  return [referenceKey(list, {makeId, modelId}, id), document];
};

const fill = async (
  client: Client,
  index: string,
  documents: readonly Entry[],
  segments: number,
) => {
  const perSegment = Math.max(1, Math.ceil(documents.length / segments));
  for (let start = 0; start < documents.length; start += perSegment) {
    const operations = documents
      .slice(start, start + perSegment)
      .flatMap(([id, document]) => [{create: {_id: id}}, document]);
    const {errors, items} = await client.bulk({index, operations, refresh: true});
    if (errors) throw new Error(JSON.stringify(items.find(({create}) => create?.error)));
  }
  if (segments === 1) await client.indices.forcemerge({index, max_num_segments: 1});
};

/** Moves both aliases in one call, from wherever they are. */
export const flipTo = async ({client, prefix, vehiclesIndex, referencesIndex}: TestGeneration) => {
  const from = (alias: string) => ({
    remove: {index: `${alias}-*`, alias, must_exist: false},
  });
  await client.indices.updateAliases({
    actions: [
      from(`${prefix}vehicles`),
      from(`${prefix}references`),
      {add: {index: vehiclesIndex, alias: `${prefix}vehicles`}},
      {add: {index: referencesIndex, alias: `${prefix}references`}},
    ],
  });
};
