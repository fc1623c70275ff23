import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Dataset} from '#core/domain/dataset.ts';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {aliasNames, GenerationMeta, indexNames, isTestData} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {isIndexMissing, orUnavailable} from './engine/failures.ts';

/** One import: two indices of the same version, and the dataset they hold. */
export type Generation = {
  readonly version: string;
  readonly vehiclesIndex: string;
  readonly referencesIndex: string;
  readonly dataset: Dataset;
};

/** Whose indices they are, and who they are for. */
export type Installation = {
  readonly indexPrefix: string;
  readonly environment: 'live' | 'test';
};

const unusable = (sentence: string, told?: string) =>
  new SearchUnavailable({cause: new Error(sentence)}, told);

/**
 * The live generation, by one request: the mapping behind the alias contains both the concrete index
 * and its `_meta`. Throws `DatasetNotLoaded` if there is no alias, and `SearchUnavailable` with a cause
 * for an outage or an alias, mapping version, `_meta` or data that this API cannot use.
 */
export const readGeneration = async (
  client: Client,
  {indexPrefix, environment}: Installation,
  signal: AbortSignal,
): Promise<Generation> => {
  const alias = aliasNames(indexPrefix).vehicles;
  const mappings = await mappingsBehind(client, alias, signal);
  const [index, another] = Object.keys(mappings);
  if (another !== undefined) {
    const names = Object.keys(mappings).toSorted().join(', ');
    throw unusable(`The alias ${alias} must name one index, but it names ${names}.`);
  }
  if (index === undefined || index === alias) {
    throw unusable(`${alias} must be an alias, but it is an index. Delete it and import again.`);
  }
  const dataset = datasetOf(index, mappings[index]?.mappings._meta);
  requireDataOf(environment, index, dataset);
  return {
    version: dataset.version,
    vehiclesIndex: index,
    referencesIndex: indexNames(indexPrefix, dataset.version).references,
    dataset,
  };
};

const mappingsBehind = async (client: Client, alias: string, signal: AbortSignal) => {
  try {
    return await orUnavailable(client.indices.getMapping({index: alias}, {signal}));
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

/** Keys for tests do not open the register's data, and an alias on the wrong data is noticed. */
const requireDataOf = (
  environment: Installation['environment'],
  index: string,
  {version}: Dataset,
): void => {
  if (isTestData(version) === (environment === 'test')) return;
  throw unusable(
    environment === 'test'
      ? `The index ${index} does not hold the test data, and API_ENVIRONMENT=test serves no other. Set ` +
          'INDEX_PREFIX to a prefix of its own, and import it with "import-test-data".'
      : `The index ${index} holds the test data, which only API_ENVIRONMENT=test serves.`,
    'The live index holds the data of the other environment.',
  );
};
