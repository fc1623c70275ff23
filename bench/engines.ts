import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readElasticsearch} from '#core/config/engines.ts';

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

const advice = 'Start it, or correct the address, then run this again.';

const openRedis = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, {lazyConnect: true, retryStrategy: () => null});
  let failure: unknown;
  redis.on('error', error => {
    failure = error;
  });
  try {
    await redis.connect();
  } catch {
    throw new OperationalError(
      `Redis does not answer at REDIS_URL (${reasonOf(failure)}). ${advice}`,
    );
  }
  return redis;
};

const openElasticsearch = async (): Promise<Client> => {
  const client = createElasticsearchClient(
    {elasticsearch: readElasticsearch()},
    {requestTimeout: 120_000, maxRetries: 0},
  );
  try {
    await client.cluster.health();
    return client;
  } catch (error) {
    await client.close();
    throw new OperationalError(
      `Elasticsearch does not answer at ELASTICSEARCH_NODES (${reasonOf(error)}). ${advice}`,
    );
  }
};

/**
 * Connects both. Keys in Redis begin with `prefix`.
 *
 * @throws {OperationalError} when one of them does not answer.
 */
export const openEngines = async (prefix: string) => {
  const redisAddress = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const prefixed = new URL(redisAddress);
  prefixed.searchParams.set('keyPrefix', prefix);
  const client = await openElasticsearch();
  const redis = await openRedis(redisAddress).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
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
    deleteIndices: async (prefix: string) => {
      const index = Object.keys(await client.indices.get({index: `${prefix}*`}));
      if (index.length > 0) await client.indices.delete({index});
    },
    /** Deletes the keys, and disconnects. */
    close: async () => {
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(keys);
      redis.disconnect();
      await client.close();
    },
  };
};

/** Elasticsearch and Redis as the bench uses them itself. */
export type Engines = Awaited<ReturnType<typeof openEngines>>;
