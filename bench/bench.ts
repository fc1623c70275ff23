import {once} from 'node:events';
import {mkdtemp, readFile, rm, symlink} from 'node:fs/promises';
import {type AddressInfo, createServer, type Server} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {execa} from 'execa';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {OperationalError, UsageError} from '#core/command-line/errors.ts';
import {readConfig} from '#indexer/config.ts';
import {answersOk} from '#local/processes/service.ts';
import {waitUntil} from '#local/processes/wait.ts';

const refuse = (name: string, variable: string) => (error: Error) => {
  throw new OperationalError(
    `${name} does not answer at ${variable} (${error.message || error.name}). ` +
      'Start it, or correct the address, then run this again.',
  );
};

/**
 * Connects to both engines until `cleanUp`, which also deletes the indices and keys that begin with `prefix`.
 *
 * @throws {OperationalError} if one of them does not answer.
 */
const openEngines = async (prefix: string, cleanUp: AsyncDisposableStack) => {
  const {elasticsearch} = readConfig();
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
    /** With a prefix for all keys, so that keys of others do not matter. */
    redisUrl: prefixed.href,
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
    /** Resolves once Elasticsearch merges no index whose name begins with `prefix`. */
    merged: async (prefix: string) => {
      const merging = async () => {
        const {_all} = await client.indices.stats({index: `${prefix}*`, metric: 'merge'});
        return (_all.total?.merges?.current ?? 0) > 0;
      };
      while (await merging()) await wait(200);
    },
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
  /** Selects the measurements whose names contain it. */
  readonly only: string;
  readonly against?: string;
  readonly json?: true;
};

/** The same for every run, so that runs of one size import the same records. */
export const seed = 1;

/**
 * Connects to the engines, until `signal` stops the run. `cleanUp` removes everything that the measurements
 * make, however the run ends.
 */
export const openBench = async (
  options: Options,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
) => {
  /** The prefix of all indices and keys. */
  const prefix = `bench-${process.pid}-`;
  const engines = await openEngines(prefix, cleanUp);
  /** The folder for all files. */
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanUp.defer(() => rm(folder, {recursive: true}));
  /** Path of the extract that every copy imports, once `main.ts` wrote it. */
  const sample = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
  return {options, engines, folder, sample, prefix, signal, cleanUp};
};

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** The code in the working tree. */
export const thisCopy = ({prefix}: Bench) => ({
  /** Its name in the report. */
  name: 'now',
  checkout: process.cwd(),
  /** The prefix of its indices: commits differ in what they store. */
  prefix: `${prefix}now-`,
});

export type Copy = ReturnType<typeof thisCopy>;

/** A checkout of a commit with its packages, removed at the end of the bench. */
export const copyOf = async (
  {folder, prefix, signal, cleanUp}: Bench,
  commit: string,
): Promise<Copy> => {
  const parse = ['rev-parse', '--verify', '--quiet', '--short', `${commit}^{commit}`];
  const {stdout: name, exitCode} = await execa('git', parse, {reject: false});
  if (exitCode !== 0) throw new UsageError(`${commit} is no commit of this repository.`);
  const checkout = join(folder, name);
  const remove = ['worktree', 'remove', '--force', checkout];
  cleanUp.defer(async () => void (await execa('git', remove, {reject: false})));
  await execa('git', ['worktree', 'add', '--quiet', '--detach', checkout, name]);
  await addPackages(checkout, signal);
  return {name, checkout, prefix: `${prefix}${name}-`};
};

/** Adds the packages of this checkout, if the commit has the same lock file; else installs its own. */
const addPackages = async (checkout: string, cancelSignal: AbortSignal): Promise<void> => {
  const [ours, theirs] = await Promise.all(
    ['.', checkout].map(folder => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (ours === theirs) {
    await symlink(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
    return;
  }
  const quietly = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', quietly, {cwd: checkout, cancelSignal});
};

export type Running = {readonly url: string; readonly pid: number | undefined};

/** Makes a server listen on a free port. Returns the port. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await portOf(server);
  await once(server.close(), 'close');
  return port;
};

/** The words after `node` of a script in a checkout's package.json: a commit may set other flags. */
export const scriptOf = async (checkout: string, script: string): Promise<readonly string[]> => {
  const {scripts} = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return String(scripts[script]).split(' ').slice(1);
};

/** Starts a server, waits until it answers, and stops it at the end of the bench. */
export const start = async (
  {signal, cleanUp}: Bench,
  url: string,
  {cwd, args, env}: {cwd: string; args: readonly string[]; env: NodeJS.ProcessEnv},
): Promise<Running> => {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = execa(process.execPath, args, {cwd, env, stdio, reject: false});
  let hasEnded = false;
  const ended = child.then(() => {
    hasEnded = true;
  });
  cleanUp.defer(() => {
    child.kill();
    return ended;
  });
  const settled = async () => hasEnded || (await answersOk(url));
  if (!(await waitUntil(settled, {seconds: 20, signal})) || hasEnded) {
    throw new Error(`${args.join(' ')} does not answer.`);
  }
  return {url, pid: child.pid};
};
