import {readFileSync} from 'node:fs';
import type {Client, estypes} from '@elastic/elasticsearch';
import {type Generation, type IndexNames, indexNames, toVersion} from '#mappings/generation.ts';
import {discardAfter} from './discard.ts';
import {isSecondWriteIndex, isTakenName} from './engine-refusals.ts';
import {storedGenerations} from './stored-generations.ts';
import {writeAliases} from './write-alias.ts';

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
  writeAlias: string,
  {settings, mappings}: typeof vehiclesDefinition,
) => {
  await client.indices.create({
    index,
    settings: {...settings, ...whileFilling} as estypes.IndicesIndexSettings,
    ...(mappings && {mappings}),
    aliases: {[writeAlias]: {is_write_index: true}},
  });
};

const createBoth = async (client: Client, prefix: string, candidate: Generation) => {
  const names = indexNames(prefix, toVersion(candidate));
  const aliases = writeAliases(prefix, candidate);
  await create(client, names.vehicles, aliases.vehicles, vehiclesDefinition);
  try {
    await create(client, names.references, aliases.references, referencesDefinition);
  } catch (error) {
    throw await discardAfter(error, client, prefix, candidate);
  }
};

/** Builders that start at once are few; beyond it something else is wrong. */
const mostAttempts = 10;

/**
 * Creates the two empty indices of a new generation under the next build number. When another
 * builder takes the number first, the next one is tried.
 */
export const createCandidate = async (
  client: Client,
  prefix: string,
  stamp: string,
): Promise<Generation> => {
  for (let attempt = 1; ; attempt += 1) {
    const newest = (await storedGenerations(client, prefix)).at(-1);
    const candidate = {stamp, build: (newest?.build ?? 0) + 1};
    try {
      await createBoth(client, prefix, candidate);
      return candidate;
    } catch (error) {
      const isTaken = isTakenName(error) || isSecondWriteIndex(error);
      if (!isTaken || attempt === mostAttempts) throw error;
    }
  }
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
  signal: AbortSignal,
): Promise<void> => {
  const index = Object.values(names);
  await client.indices.addBlock({index, block: 'write'});
  const options = {requestTimeout: mergeTimeout, signal};
  await client.indices.forcemerge({index, max_num_segments: 1}, options);
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
