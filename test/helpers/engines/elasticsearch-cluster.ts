import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {chownTo} from '#local/processes/os-user.ts';
import {waitUntil} from '#local/processes/wait.ts';
import {autoCreateIndex, prepareNode, yaml} from '#local/stack/engines.ts';
import {stackOf, testStack} from '#local/stack/stack.ts';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';
import {freePort} from '../servers/free-port.ts';

type Settings = Readonly<Record<string, string | number | boolean>>;

type Options = {
  readonly nodes?: number;
  /** Added to elasticsearch.yml. */
  readonly settings?: Settings;
  /** Prepares the configuration folder of each node before it starts. */
  readonly configure?: (config: string, command: string, env: NodeJS.ProcessEnv) => Promise<void>;
};

type Ports = {readonly http: number; readonly transport: number};

const nodeName = (at: number) => `node-${at + 1}`;

/** The time that a node may take to start on a busy machine. */
const startSeconds = 180;

const startNode = async (t: Scope, at: number, ports: readonly Ports[], options: Options) => {
  const {http, transport} = ports[at] as Ports;
  const {home, user} = await stackOf(testStack(), () => {});
  const folder = aFolder(t);
  await chownTo(user, folder);
  const settings = yaml({
    'cluster.name': `test-${ports[0]?.transport}`,
    'node.name': nodeName(at),
    'network.host': '127.0.0.1',
    'http.port': http,
    'transport.port': transport,
    'path.data': join(folder, 'elasticsearch/data'),
    'path.logs': join(folder, 'elasticsearch/logs'),
    'xpack.security.enabled': false,
    'action.auto_create_index': autoCreateIndex,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...(ports.length === 1 && {'discovery.type': 'single-node'}),
    ...options.settings,
  });
  const several = `discovery.seed_hosts: ${JSON.stringify(ports.map(each => `127.0.0.1:${each.transport}`))}
cluster.initial_master_nodes: ${JSON.stringify(ports.map((_, each) => nodeName(each)))}
`;
  const whole = ports.length === 1 ? settings : settings + several;
  const program = await prepareNode({home, folder, user}, '512m', whole, () => {});
  const {command, args, env} = program;
  const config = join(folder, 'elasticsearch/config');
  await options.configure?.(config, command, {...env});
  const files = await readdir(config);
  await chownTo(user, ...files.map(name => join(config, name)));

  const start = () => {
    // The program is a launcher: its group includes the server.
    const child = spawn(command, args, {
      ...user,
      env,
      cwd: folder,
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const signal = (name: NodeJS.Signals) => {
      try {
        process.kill(-(child.pid ?? 0), name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    };
    t.teardown(async () => {
      signal('SIGKILL');
      await ended;
    });
    return {signal, ended};
  };
  let running = start();
  return {
    name: nodeName(at),
    port: http,
    signal: (name: NodeJS.Signals) => running.signal(name),
    kill: async () => {
      running.signal('SIGKILL');
      await running.ended;
    },
    restart: () => {
      running = start();
    },
  };
};

type Node = Awaited<ReturnType<typeof startNode>>;

/**
 * Elasticsearch nodes of one test only, on free ports, with little memory; they end with the test.
 * Returns at once: a cluster is ready when its health says so.
 */
export const startElasticsearch = async (t: Scope, options: Options = {}) => {
  const ports: Ports[] = [];
  for (let at = 0; at < (options.nodes ?? 1); at += 1) {
    ports.push({http: await freePort(), transport: await freePort()});
  }
  return await Promise.all(ports.map((_, at) => startNode(t, at, ports, options)));
};

/** Waits until `isUp`. Throws if the nodes do not start. */
export const untilUp = async (isUp: () => Promise<boolean>): Promise<void> => {
  if (!(await waitUntil(isUp, {seconds: startSeconds})))
    throw new Error('Elasticsearch did not start.');
};

const isHealthy = async (url: string, path = ''): Promise<boolean> => {
  const response = await fetch(`${url}/_cluster/health?${path}`).catch(() => undefined);
  return response?.ok === true;
};

/** One node without security, once it answers. */
export const startOneNode = async (t: Scope, settings: Settings) => {
  const [{port, kill}] = (await startElasticsearch(t, {settings})) as [Node];
  const url = `http://127.0.0.1:${port}`;
  await untilUp(() => isHealthy(url));
  return {url, kill};
};

/** Three nodes as one cluster, and the address of each. */
export const startCluster = async (t: Scope) => {
  const nodes = await startElasticsearch(t, {nodes: 3});
  const urls = nodes.map(({port}) => `http://127.0.0.1:${port}`);
  await untilUp(() => isHealthy(`${urls[0]}`, 'wait_for_nodes=3&timeout=1s'));
  return {nodes, urls, addresses: urls.join(',')};
};
