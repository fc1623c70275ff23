import type {Client} from '@elastic/elasticsearch';
import type {Load} from './load.ts';
import {type Running, runIn, start} from './programs.ts';
import {revalidating, scenarios} from './scenarios.ts';

/** Something that answers, with the requests that it is asked in each scenario. */
export type Way = {
  readonly name: string;
  readonly running: Running;
  readonly requests: Readonly<Record<string, Load['requests']>>;
};

/** The engines, the extract and the folder that all ways of a run share. */
export type Bench = {
  readonly client: Client;
  readonly elasticsearchUrl: string;
  readonly redisUrl: string;
  /** Path of the extract that every copy imports. */
  readonly sample: string;
  readonly folder: string;
  /** Begins the names of the indices of all copies. */
  readonly prefix: string;
  /** The address of the next program. The port after it is free, too. */
  readonly nextUrl: () => string;
};

const indexPrefix = ({prefix}: Bench, name: string): string => `${prefix}${name}-`;

/** The API of a checkout, over an index of its own: releases differ in what they store. */
export const apiOf = async (bench: Bench, name: string, checkout: string): Promise<Way> => {
  const url = bench.nextUrl();
  const port = Number(new URL(url).port);
  const prefix = indexPrefix(bench, name);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    REDIS_URL: bench.redisUrl,
    INDEX_PREFIX: prefix,
    INDEXER_DIRECTORY: bench.folder,
    PORT: String(port),
    OPS_PORT: String(port + 1),
  };
  const admin = async (...args: readonly string[]) =>
    JSON.parse(await runIn(checkout, ['admin/main.ts', ...args, '--json'], env));

  await runIn(checkout, ['indexer/main.ts', 'import', bench.sample], env);
  const limits = ['--monthly-requests', '1000000000', '--requests-per-minute', '1000000'];
  await admin('plans', 'set', 'bench', ...limits);
  const {accountId} = await admin('accounts', 'create', '--name', name, '--plan', 'bench');
  const {key} = await admin('keys', 'issue', accountId);
  const requests = await scenarios(bench.client, `${prefix}vehicles`, key);
  const running = await start(url, checkout, ['src/main.ts'], env);
  try {
    const known = await revalidating(url, requests['by id']);
    return {name, running, requests: {...requests, '304': known}};
  } catch (error) {
    await running.stop();
    throw error;
  }
};

/** Elasticsearch asked for the same documents, with nothing in between. */
export const elasticsearchDirectly = (bench: Bench, api: Way): Way => {
  const index = `${indexPrefix(bench, api.name)}vehicles`;
  const documents = (api.requests['by id'] ?? []).map(({path}) => ({
    method: 'GET' as const,
    path: `/${index}/_doc/${path.slice(path.lastIndexOf('/') + 1)}`,
    headers: {},
  }));
  const running = {
    url: bench.elasticsearchUrl,
    processorTime: async () => Number.NaN,
    stop: async () => {},
  };
  return {name: 'Elasticsearch', running, requests: {'by id': documents}};
};

/** Koa alone, or after a GET of the Redis at `redisUrl`. */
export const koa = async (bench: Bench, name: string, redisUrl?: string): Promise<Way> => {
  const url = bench.nextUrl();
  const args = [new URL(url).port, ...(redisUrl === undefined ? [] : [redisUrl])];
  const running = await start(url, process.cwd(), ['bench/api/ceiling.ts', ...args]);
  return {name, running, requests: {'by id': [{method: 'GET', path: '/', headers: {}}]}};
};
