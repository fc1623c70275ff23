import {readFileSync} from 'node:fs';
import {type Client, errors, type estypes} from '@elastic/elasticsearch';
import {type Generation, type IndexNames, indexNames, toVersion} from '#mappings/generation.ts';
import {allGenerations, liveGeneration} from './live.ts';
import {writeAlias} from './write-alias.ts';

const definition = (file: string): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> =>
  JSON.parse(readFileSync(new URL(`../../mappings/${file}`, import.meta.url), 'utf8'));

const vehiclesDefinition = definition('vehicles.json');
const referencesDefinition = definition('references.json');

/** For filling only: nobody reads a candidate, and one that is lost is built again. */
const whileFilling = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  'translog.durability': 'async',
  'translog.flush_threshold_size': '1gb',
} as const;

const create = async (
  client: Client,
  index: string,
  {settings, mappings}: typeof vehiclesDefinition,
) => {
  await client.indices.create({
    index,
    settings: {...settings, ...whileFilling} as estypes.IndicesIndexSettings,
    ...(mappings && {mappings}),
    aliases: {[writeAlias(index)]: {is_write_index: true}},
  });
};

const alreadyExists = (error: unknown) =>
  error instanceof errors.ResponseError &&
  error.body?.error?.type === 'resource_already_exists_exception';

/**
 * Creates the two empty indices of a new generation under the next build number. A name is used
 * once: when another builder takes the number first, the next one is tried.
 */
export const createCandidate = async (
  client: Client,
  prefix: string,
  stamp: string,
): Promise<Generation> => {
  for (;;) {
    const newest = (await allGenerations(client, prefix)).at(-1);
    const candidate = {stamp, build: (newest?.build ?? 0) + 1};
    const names = indexNames(prefix, toVersion(candidate));
    try {
      await create(client, names.vehicles, vehiclesDefinition);
    } catch (error) {
      if (alreadyExists(error)) continue;
      throw error;
    }
    await create(client, names.references, referencesDefinition);
    return candidate;
  }
};

/** Removes a generation's indices by exact name; refused while it is live. */
export const discard = async (
  client: Client,
  prefix: string,
  generation: Generation,
): Promise<void> => {
  const live = await liveGeneration(client, prefix);
  if (live?.build === generation.build) throw new Error('The live generation is never discarded.');
  await client.indices.delete({
    index: Object.values(indexNames(prefix, toVersion(generation))),
    ignore_unavailable: true,
  });
};

/** Merging a full register takes long; the connection stays quiet meanwhile. */
const mergeTimeout = 6 * 60 * 60 * 1000;

/**
 * Makes a filled candidate ready to be read for good: no more writes, one segment, its facts in
 * `_meta`, and the settings and replicas its definition asks for.
 */
export const seal = async (
  client: Client,
  names: IndexNames,
  meta: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const index = Object.values(names);
  await client.indices.addBlock({index, block: 'write'});
  await client.indices.forcemerge({index, max_num_segments: 1}, {requestTimeout: mergeTimeout});
  await client.indices.putMapping({index, _meta: meta});
  await client.indices.putSettings({
    index,
    settings: {
      refresh_interval: null,
      number_of_replicas: vehiclesDefinition.settings?.number_of_replicas ?? 0,
      'translog.durability': null,
      'translog.flush_threshold_size': null,
    } as unknown as estypes.IndicesIndexSettings,
  });
};
