import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readElasticsearch} from '#core/config/engines.ts';

const refuse = (name: string, variable: string) => (error: Error) => {
  throw new OperationalError(
    `${name} does not answer at ${variable} (${error.message || error.name}). ` +
      'Start it, or correct the address, then run this again.',
  );
};

/**
 * Connects both until `cleanUp`, which also deletes the indices and keys that begin with `prefix`.
 *
 * @throws {OperationalError} when one of them does not answer.
 */
const openEngines = async (prefix: string, cleanUp: AsyncDisposableStack) => {
  const elasticsearch = readElasticsearch();
  const client = createElasticsearchClient(
    {elasticsearch},
    {requestTimeout: 120_000, maxRetries: 0},
  );
  cleanUp.defer(() => client.close());
  await client.cluster.health().catch(refuse('Elasticsearch', 'ELASTICSEARCH_NODES'));
  const redisAddress = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const redis = new Redis(redisAddress, {retryStrategy: () => null});
  cleanUp.defer(() => redis.disconnect());
  await once(redis, 'ready').catch(refuse('Redis', 'REDIS_URL'));
  cleanUp.defer(async () => {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(keys);
  });
  const deleteIndices = async (beginning: string) => {
    const index = Object.keys(await client.indices.get({index: `${beginning}*`}));
    if (index.length > 0) await client.indices.delete({index});
  };
  cleanUp.defer(() => deleteIndices(prefix));
  const prefixed = new URL(redisAddress);
  prefixed.searchParams.set('keyPrefix', prefix);
  const {nodes} = await client.nodes.info({filter_path: 'nodes.*.version'});
  const [, redisVersion = ''] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? [];
  return {
    client,
    elasticsearchUrl: elasticsearch.nodes[0] ?? '',
    /** With a prefix for all keys, so that what others keep there does not matter. */
    redisUrl: prefixed.href,
    /** For the report. */
    versions: {elasticsearch: Object.values(nodes)[0]?.version ?? '', redis: redisVersion},
    /** Processor time of all nodes so far, in microseconds. */
    elasticsearchTime: async () => {
      const stats = await client.nodes.stats({metric: 'process'});
      const milliseconds = Object.values(stats.nodes).map(
        ({process}) => process?.cpu?.total_in_millis ?? 0,
      );
      return 1000 * milliseconds.reduce((sum, each) => sum + each, 0);
    },
    redisTime: async () => {
      const used = (await redis.info('cpu')).matchAll(/used_cpu_(?:sys|user):([\d.]+)/g);
      return [...used].reduce((sum, [, seconds]) => sum + Number(seconds) * 1e6, 0);
    },
    /** Resolves once Elasticsearch merges nothing of the indices whose names begin so. */
    merged: async (prefix: string) => {
      const merging = async () => {
        const {_all} = await client.indices.stats({index: `${prefix}*`, metric: 'merge'});
        return (_all.total?.merges?.current ?? 0) > 0;
      };
      while (await merging()) await wait(200);
    },
    /** Deletes the indices whose names begin so. */
    deleteIndices,
  };
};

/** Elasticsearch and Redis as the bench uses them itself. */
export type Engines = Awaited<ReturnType<typeof openEngines>>;

export type Options = {
  readonly vehicles: number;
  readonly rounds: number;
  /** Length of one measurement of requests. */
  readonly seconds: number;
  /** Only measurements whose names contain it. */
  readonly only: string;
  readonly against?: string;
  readonly json?: true;
};

/** Shared by all measurements of a run. */
export type Bench = {
  readonly options: Options;
  readonly engines: Engines;
  /** For everything that is written. */
  readonly folder: string;
  /** Path of the extract that every copy imports, once `main.ts` wrote it. */
  readonly sample: string;
  /** Begins the names of all indices and keys. */
  readonly prefix: string;
  /** Aborts when the run is to stop. */
  readonly signal: AbortSignal;
  /** Holds the steps to be done at the end, however that comes about. */
  readonly cleanUp: AsyncDisposableStack;
};

/** The same for every run, so that runs of one size import the same records. */
export const seed = 1;

/** Connects to the engines. What the measurements make is removed with `cleanUp`. */
export const openBench = async (
  options: Options,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<Bench> => {
  const prefix = `bench-${process.pid}-`;
  const engines = await openEngines(prefix, cleanUp);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanUp.defer(() => rm(folder, {recursive: true}));
  const sample = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
  return {options, engines, folder, sample, prefix, signal, cleanUp};
};
