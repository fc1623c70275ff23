import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {createConnection} from 'node:net';
import {join} from 'node:path';
import {needRedis} from '../prerequisites/need.ts';
import {chownTo} from '../processes/os-user.ts';
import type {Print} from '../processes/run.ts';
import type {Program, Service} from '../processes/service.ts';
import type {Stack} from './stack.ts';

/** Keys and usage are data: every write is persisted, and nothing is evicted when memory runs out. */
export const redisConf = (folder: string, port: number): string => `bind 127.0.0.1
port ${port}
dir ${JSON.stringify(folder)}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
# Keeps the path of this file on the command line, which identifies the process.
set-proc-title no
`;

/** While Redis loads its data it replies -LOADING, which is not healthy. */
const ping = async (port: number): Promise<boolean> => {
  const socket = createConnection({host: '127.0.0.1', port});
  try {
    const signal = AbortSignal.timeout(2_000);
    await once(socket, 'connect', {signal});
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data', {signal})) as [Buffer];
    return reply.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const prepare = async ({home, folder, settings, user}: Stack, print: Print): Promise<Program> => {
  const command = await needRedis(join(home, 'bin'), print);
  const data = join(folder, 'redis');
  const conf = join(folder, 'redis.conf');
  await mkdir(data, {recursive: true});
  await writeFile(conf, redisConf(data, settings.redisPort));
  await chownTo(user, data, conf);
  return {command, args: [conf], env: {PATH: process.env['PATH']}, user};
};

/** The Redis of a stack, on the loopback. */
export const redis = (stack: Stack): Service => ({
  name: 'redis',
  port: stack.settings.redisPort,
  portVariable: `${stack.settings.prefix}_REDIS_PORT`,
  folder: stack.folder,
  address: `redis://127.0.0.1:${stack.settings.redisPort}`,
  isHealthy: () => ping(stack.settings.redisPort),
  prepare: print => prepare(stack, print),
});
