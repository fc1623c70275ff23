import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {Redis} from 'ioredis';
import type {Scope} from '../scope.ts';
import {freePort} from '../servers/free-port.ts';
import {startRedisServer} from './redis-server.ts';

const slots = 16_384;

/** Nothing tells when the nodes of a cluster agree, so they are asked. */
const untilReady = async (nodes: readonly Redis[]): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const infos = await Promise.all(nodes.map(node => node.cluster('INFO')));
    const agree = new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${nodes.length}\\r`);
    if (infos.every(info => agree.test(String(info)))) return;
    if (attempt === 200) throw new Error(`The cluster does not form: ${infos[0]}`);
    await wait(100);
  }
};

type Cluster = {readonly url: string; readonly stop: () => Promise<void>};

/** A Redis Cluster of masters that share the hash slots, and its address. `stop` ends all of it. */
export const startRedisCluster = async (t: Scope, size: number): Promise<Cluster> => {
  const servers = await Promise.all(
    Array.from({length: size}, async () =>
      startRedisServer(t, ['save ""', 'cluster-enabled yes', `cluster-port ${await freePort()}`]),
    ),
  );
  const nodes = servers.map(({url}) => new Redis(url));
  const forget = () => nodes.map(node => node.disconnect());
  t.teardown(forget);
  await Promise.all(nodes.map(node => once(node, 'ready')));
  const share = slots / size;
  for (const [index, node] of nodes.entries()) {
    const [first, next] = [Math.ceil(index * share), Math.ceil((index + 1) * share)];
    await node.call('CLUSTER', 'ADDSLOTSRANGE', first, next - 1);
    const [bus] = (await node.config('GET', 'cluster-port')).slice(1);
    const {port} = new URL(servers[index]?.url ?? '');
    await nodes[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, String(bus));
  }
  await untilReady(nodes);
  forget();
  return {
    url: `redis+cluster://${servers.map(({port}) => `127.0.0.1:${port}`).join(',')}`,
    stop: async () => void (await Promise.all(servers.map(({stop}) => stop()))),
  };
};
