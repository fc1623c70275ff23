import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#core/config/config.ts';

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
export const openEngines = async (prefix: string, cleanUp: AsyncDisposableStack) => {
  const client = createElasticsearchClient(readConfig(), {requestTimeout: 120_000, maxRetries: 0});
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
    elasticsearchUrl:
      (process.env['ELASTICSEARCH_NODES'] ?? 'http://127.0.0.1:9200').split(',')[0] ?? '',
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
