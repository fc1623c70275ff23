import type {Client} from '@elastic/elasticsearch';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#core/config/config.ts';

/** Elasticsearch and Redis as the bench uses them itself. */
export type Engines = {
  readonly client: Client;
  readonly elasticsearchUrl: string;
  /** Of a database that nothing else uses. */
  readonly redisUrl: string;
  /** For the report. */
  readonly versions: {readonly elasticsearch: string; readonly redis: string};
  /** Processor time of all nodes so far, in microseconds. */
  readonly elasticsearchTime: () => Promise<number>;
  readonly redisTime: () => Promise<number>;
  /** Deletes the indices whose names begin so. */
  readonly deleteIndices: (prefix: string) => Promise<void>;
  /** Empties the database of Redis. */
  readonly close: () => Promise<void>;
};

/** The bench empties it at its end. */
const database = 9;

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
  if ((await redis.dbsize()) === 0) return redis;
  redis.disconnect();
  throw new OperationalError(
    `Database ${database} of Redis holds keys. The bench empties it, so it must be empty.`,
  );
};

const openElasticsearch = async (): Promise<Client> => {
  const client = createElasticsearchClient(readConfig(), {requestTimeout: 120_000, maxRetries: 0});
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

/** @throws {OperationalError} when one of them does not answer, or the database of Redis is in use. */
export const openEngines = async (): Promise<Engines> => {
  const redisAddress = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');
  redisAddress.pathname = `/${database}`;
  const client = await openElasticsearch();
  const redis = await openRedis(redisAddress.href).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const {nodes} = await client.nodes.info({filter_path: 'nodes.*.version'});
  const [, redisVersion = ''] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? [];
  return {
    client,
    elasticsearchUrl:
      (process.env['ELASTICSEARCH_NODES'] ?? 'http://127.0.0.1:9200').split(',')[0] ?? '',
    redisUrl: redisAddress.href,
    versions: {elasticsearch: Object.values(nodes)[0]?.version ?? '', redis: redisVersion},
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
    deleteIndices: async prefix => {
      const index = Object.keys(await client.indices.get({index: `${prefix}*`}));
      if (index.length > 0) await client.indices.delete({index});
    },
    close: async () => {
      await redis.flushdb();
      redis.disconnect();
      await client.close();
    },
  };
};
