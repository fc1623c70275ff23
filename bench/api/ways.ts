import {execa} from 'execa';
import type {Bench} from '../bench.ts';
import {ensureImported} from '../import.ts';
import {type Copy, freePort, type Running, scriptOf, start} from '../programs.ts';
import type {Request} from './client.ts';
import type {Scenario} from './scenarios.ts';

/** Something that answers requests. */
export type Way = {
  readonly name: string;
  readonly running: Running;
  /** Whose processor time its responses take. */
  readonly uses: readonly ('node' | 'elasticsearch' | 'redis')[];
  /** As this way is asked for a scenario; empty where it has no such thing. */
  readonly requestsOf: (scenario: Scenario) => Promise<readonly Request[]>;
};

const withHeaders = (request: Request, headers: Request['headers']): Request => ({
  ...request,
  headers: {...request.headers, ...headers},
});

/** With the tags of the responses that the client would have. */
const revalidating = (url: string, requests: readonly Request[]) =>
  Promise.all(
    requests.map(async request => {
      const response = await fetch(url + request.path, {headers: request.headers});
      await response.arrayBuffer();
      return withHeaders(request, {'if-none-match': response.headers.get('etag') ?? ''});
    }),
  );

const plans = {
  admitted: ['--monthly-requests', '1000000000', '--requests-per-minute', '1000000'],
  'over the limit': ['--monthly-requests', '1000000000', '--requests-per-minute', '1'],
};

/** A new key on each plan. */
const issueKeys = async ({signal}: Bench, {checkout}: Copy, env: NodeJS.ProcessEnv) => {
  const admin = async (...args: readonly string[]) => {
    const command = [...(await scriptOf(checkout, 'admin')), ...args, '--json'];
    const options = {cwd: checkout, env, cancelSignal: signal};
    return JSON.parse((await execa(process.execPath, command, options)).stdout);
  };
  const keyOn = async (plan: keyof typeof plans): Promise<string> => {
    const name = plan.replaceAll(' ', '-');
    await admin('plans', 'set', name, ...plans[plan]);
    const {accountId} = await admin('accounts', 'create', '--name', name, '--plan', name);
    return (await admin('keys', 'issue', accountId)).key;
  };
  return {admitted: await keyOn('admitted'), 'over the limit': await keyOn('over the limit')};
};

/** The API of a copy, over an import of its own. */
export const apiOf = async (bench: Bench, copy: Copy): Promise<Way> => {
  await ensureImported(bench, copy);
  const [port, opsPort] = await Promise.all([freePort(), freePort()]);
  const env = {
    NODE_ENV: 'production',
    REDIS_URL: bench.engines.redisUrl,
    INDEX_PREFIX: copy.prefix,
    PORT: String(port),
    OPS_PORT: String(opsPort),
  };
  const keys = await issueKeys(bench, copy, env);
  const url = `http://127.0.0.1:${port}`;
  const args = await scriptOf(copy.checkout, 'start');
  const running = await start(bench, url, {cwd: copy.checkout, args, env});
  return {
    name: copy.name,
    running,
    uses: ['node', 'elasticsearch', 'redis'],
    requestsOf: async ({requests, caller, status}) => {
      if (caller === 'none') return requests;
      const asked = requests.map(request => withHeaders(request, {'x-api-key': keys[caller]}));
      return status === 304 ? await revalidating(url, asked) : asked;
    },
  };
};

export const elasticsearch = 'Elasticsearch';

/** Elasticsearch asked for the same documents, with nothing between. */
export const elasticsearchDirectly = ({engines}: Bench, {prefix}: Copy): Way => ({
  name: elasticsearch,
  uses: ['elasticsearch'],
  running: {url: engines.elasticsearchUrl, pid: undefined},
  requestsOf: async ({direct}) =>
    direct.map(request => ({...request, path: `/${prefix}vehicles${request.path}`})),
});

export const koaWithRedis = 'Koa and Redis';

/** Koa answering as many bytes as `api` does, alone and after one GET of Redis. */
export const koas = async (bench: Bench, api: Way): Promise<readonly Way[]> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {PORT: String(port), REDIS_URL: bench.engines.redisUrl};
  const args = ['bench/api/koa.ts'];
  const running = await start(bench, url, {cwd: process.cwd(), args, env});
  const way = (name: string, folder: string, uses: Way['uses']): Way => ({
    name,
    running,
    uses,
    requestsOf: async scenario => {
      const [request] = await api.requestsOf(scenario);
      const bytes = request ? await bytesOf(api.running.url, request) : 0;
      return [{method: 'GET', path: `${folder}/${bytes}`, headers: {}}];
    },
  });
  return [way('Koa', '', ['node']), way(koaWithRedis, '/redis', ['node', 'redis'])];
};

const bytesOf = async (url: string, {path, ...request}: Request): Promise<number> =>
  (await (await fetch(url + path, request)).arrayBuffer()).byteLength;
