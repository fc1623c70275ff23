import {performance} from 'node:perf_hooks';
import {setTimeout as wait} from 'node:timers/promises';
import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import {everywhereAfterMs, generationReusedForMs} from '#core/domain/dataset.ts';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {aliasNames, Dataset, indexNames, isServedIn} from '#mappings/generation.ts';
import {parseChangesIndex, releaseAliases} from '#mappings/release.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {Limiter} from './engine/limiter.ts';
import {orUnavailable} from './engine/requests.ts';
import {coalesce} from './engine/while-wanted.ts';

/** The live generation: two indices of the same version, and the dataset they hold. */
export type LiveGeneration = {
  readonly version: string;
  readonly vehiclesIndex: string;
  readonly referencesIndex: string;
  readonly dataset: Dataset;
  /** The serial of the release by which it is live; null where the releases were lost. */
  readonly serial: number | null;
};

/** Whose indices they are, and who may read them. */
export type Installation = {
  readonly indexPrefix: string;
  readonly environment: 'live' | 'test';
};

const unusable = (sentence: string, told?: string) =>
  new SearchUnavailable({cause: new Error(sentence)}, told);

/** The dataset of a live index. Throws if it is data that the keys of this environment must not open. */
const datasetOf = (
  index: string,
  meta: estypes.Metadata | undefined,
  environment: Installation['environment'],
): Dataset => {
  const written: unknown = meta?.['mappingVersion'];
  if (written !== mappingVersion) {
    throw unusable(
      `The index ${index} has mapping version ${written ?? 'none'}, but this API reads version ` +
        `${mappingVersion}. Import the extract again with the indexer of this release.`,
    );
  }
  const {data: dataset, error} = Dataset.safeParse(meta);
  if (error) throw unusable(`The _meta of the index ${index} is wrong: ${z.prettifyError(error)}`);
  if (isServedIn(environment, dataset.version)) return dataset;
  throw unusable(
    environment === 'test'
      ? `The index ${index} does not hold the test data, and API_ENVIRONMENT=test serves no other. Set ` +
          'INDEX_PREFIX to a prefix of its own, and import it with "import-test-data".'
      : `The index ${index} holds the test data, which only API_ENVIRONMENT=test serves.`,
    'The live index holds the data of the other environment.',
  );
};

/**
 * The live generation, by one request: the mapping behind the alias contains both the concrete index
 * and its `_meta`, and the name of the index of the live release its serial. Throws `DatasetNotLoaded` if
 * there is no alias, and `SearchUnavailable` with a cause for an outage or an alias, mapping version,
 * `_meta` or data that this API cannot use.
 */
export const readGeneration = async (
  client: Client,
  {indexPrefix, environment}: Installation,
  signal: AbortSignal,
): Promise<LiveGeneration> => {
  const alias = aliasNames(indexPrefix).vehicles;
  const asked = {index: [alias, releaseAliases(indexPrefix).live], ignore_unavailable: true};
  const mappings = await orUnavailable(client.indices.getMapping(asked, {signal}));
  const names = Object.keys(mappings).toSorted();
  const serialOf = (name: string) => parseChangesIndex(indexPrefix, name);
  const [index, another] = names.filter(name => serialOf(name) === undefined);
  if (index === undefined) throw new DatasetNotLoaded();
  if (another !== undefined) {
    throw unusable(`The alias ${alias} must name one index, but it names ${names.join(', ')}.`);
  }
  if (index === alias) {
    throw unusable(`${alias} must be an alias, but it is an index. Delete it and import again.`);
  }
  const dataset = datasetOf(index, mappings[index]?.mappings._meta, environment);
  return {
    version: dataset.version,
    vehiclesIndex: index,
    referencesIndex: indexNames(indexPrefix, dataset.version).references,
    dataset,
    serial: names.map(serialOf).find(serial => serial !== undefined) ?? null,
  };
};

/** Time in milliseconds; tests bring their own. */
export type Clock = {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

const systemClock: Clock = {now: () => performance.now(), wait};

/**
 * The generation this copy of the API answers from. Reads are shared, and their age counts from when
 * they were requested, because Elasticsearch may have answered from any moment after that. So one second after any
 * copy has seen a new generation, no copy answers from the previous one: `everywhere` waits that long. Thus a
 * client's "compare `importedAt` before and after" holds across any number of copies.
 */
export const generationReader = (
  client: Client,
  installation: Installation,
  limited: Limiter,
  timeoutMs: number,
  {now, wait}: Clock = systemClock,
) => {
  let last:
    | {readonly askedAt: number; readonly result: Promise<LiveGeneration>; read?: LiveGeneration}
    | undefined;
  let seen = {version: '', firstAt: 0};

  const read = async (signal: AbortSignal): Promise<LiveGeneration> => {
    const generation = await readGeneration(client, installation, signal);
    if (seen.version !== generation.version) seen = {version: generation.version, firstAt: now()};
    return generation;
  };

  /** Callers that want it as of now share the next read, because one in flight may be older. */
  const readNext = coalesce((_, signal) => read(signal), 1, limited, timeoutMs);

  const refresh = async (): Promise<LiveGeneration> => {
    const reading: NonNullable<typeof last> = {askedAt: now(), result: readNext('live')};
    last = reading;
    try {
      reading.read = await reading.result;
      return reading.read;
    } catch (error) {
      if (last === reading) last = undefined;
      throw error;
    }
  };

  const lately = () => (last && now() - last.askedAt < generationReusedForMs ? last : undefined);

  return {
    /** The version that is live as of at most a second ago, if it is known without a request. */
    knownVersion: (): string | undefined => lately()?.read?.version,
    /** The live generation as of at most a second ago. */
    known: (): Promise<LiveGeneration> => lately()?.result ?? refresh(),
    /** The live generation as of now. */
    current: refresh,
    /** The live generation as of now, returned only when every copy of the API answers from it. */
    everywhere: async (): Promise<LiveGeneration> => {
      const generation = await refresh();
      const remaining = seen.firstAt + everywhereAfterMs - now();
      if (remaining > 0) await wait(remaining);
      return generation;
    },
  };
};

export type GenerationReader = ReturnType<typeof generationReader>;
