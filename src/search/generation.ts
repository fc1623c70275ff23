import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Dataset} from '#core/domain/dataset.ts';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {aliasNames, GenerationMeta, indexNames} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {isIndexMissing, orUnavailable} from './engine/failures.ts';

/** One import: two indices of the same version, and what is known of the extract they come from. */
export type Generation = {
  readonly version: string;
  readonly vehiclesIndex: string;
  readonly referencesIndex: string;
  readonly dataset: Dataset;
};

const unusable = (sentence: string) => new SearchUnavailable({cause: new Error(sentence)});

/**
 * The generation that is live now, by one request: the mapping behind the alias tells both the
 * concrete index and what it holds. Throws `DatasetNotLoaded` when there is no alias, and
 * `SearchUnavailable`, with a cause that says why, when there is no answer or none to rely on.
 */
export const readGeneration = async (client: Client, indexPrefix: string): Promise<Generation> => {
  const alias = aliasNames(indexPrefix).vehicles;
  const mappings = await mappingsBehind(client, alias);
  const [index, another] = Object.keys(mappings);
  if (another !== undefined) {
    const names = Object.keys(mappings).toSorted().join(', ');
    throw unusable(`The alias ${alias} must name one index, but it names ${names}.`);
  }
  if (index === undefined || index === alias) {
    throw unusable(`${alias} must be an alias, but it is an index. Delete it and import again.`);
  }
  const dataset = datasetOf(index, mappings[index]?.mappings._meta);
  return {
    version: dataset.version,
    vehiclesIndex: index,
    referencesIndex: indexNames(indexPrefix, dataset.version).references,
    dataset,
  };
};

const mappingsBehind = async (client: Client, alias: string) => {
  try {
    return await orUnavailable(client.indices.getMapping({index: alias}));
  } catch (error) {
    throw isIndexMissing(error) ? new DatasetNotLoaded({cause: error}) : error;
  }
};

const datasetOf = (index: string, meta: estypes.Metadata | undefined): Dataset => {
  const written: unknown = meta?.['mappingVersion'];
  if (written !== mappingVersion) {
    throw unusable(
      `The index ${index} has mapping version ${written ?? 'none'}, but this API reads version ` +
        `${mappingVersion}. Import the extract again with the indexer of this release.`,
    );
  }
  const parsed = GenerationMeta.safeParse(meta);
  if (parsed.success) return parsed.data;
  throw unusable(`The _meta of the index ${index} is wrong: ${z.prettifyError(parsed.error)}`);
};
