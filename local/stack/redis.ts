import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {createConnection} from 'node:net';
import {join} from 'node:path';
import {needRedis} from '../prerequisites/need.ts';
import {giveTo} from '../processes/account.ts';
import type {Launch, Say, Service} from '../processes/service.ts';
import type {Stack} from './stack.ts';

/** Keys and usage are data: every write is kept, and nothing is dropped when memory runs out. */
export const redisConf = (folder: string, port: number): string => `bind 127.0.0.1
port ${port}
dir ${JSON.stringify(folder)}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
# The command line keeps the path of this file, which shows whose process this is.
set-proc-title no
`;

/** While it still reads its data it answers -LOADING, which is not yet healthy. */
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

const launch = async ({home, folder, settings, account}: Stack, say: Say): Promise<Launch> => {
  const command = await needRedis(join(home, 'bin'), say);
  const data = join(folder, 'redis');
  const conf = join(folder, 'redis.conf');
  await mkdir(data, {recursive: true});
  await writeFile(conf, redisConf(data, settings.redisPort));
  await giveTo(account, data, conf);
  return {command, args: [conf], env: {PATH: process.env['PATH']}, account};
};

/** Redis of a stack, on the loopback. */
export const redis = (stack: Stack, say: Say): Service => ({
  name: 'redis',
  port: stack.settings.redisPort,
  portVariable: stack.settings.variables.redisPort,
  folder: stack.folder,
  address: `redis://127.0.0.1:${stack.settings.redisPort}`,
  isHealthy: () => ping(stack.settings.redisPort),
  prepare: () => launch(stack, say),
});
