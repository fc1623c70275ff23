import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import type {Scope} from '../scope.ts';
import {startRedis} from './redis.ts';

/** How many commands begin in these bytes: each is an array of texts. */
const commandsIn = (bytes: Buffer): number =>
  bytes.toString('latin1').match(/\*\d+\r\n\$/g)?.length ?? 0;

/**
 * A corner of the shared Redis, and a way to it that can be cut, that can swallow what is sent, and that
 * can answer it itself.
 */
export const startRedisProxy = async (t: Scope) => {
  const {redis, server, keyPrefix} = await startRedis(t);
  const {hostname, port} = new URL(server);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let error = '';
  const proxy = createServer(client => {
    const onward = connect(Number(port), hostname);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [client, onward].forEach(end => void end.destroy()));
    }
    client.on('data', (bytes: Buffer) => {
      proxy.emit('asked', bytes);
      if (error !== '') client.write(`-${error}\r\n`.repeat(commandsIn(bytes)));
      else if (!isSwallowing) onward.write(bytes);
    });
    onward.pipe(client);
  });
  const listen = async (port: number) =>
    void (await once(proxy.listen(port, '127.0.0.1'), 'listening'));
  const close = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const ownPort = (proxy.address() as AddressInfo).port;
  t.teardown(close);
  const way = {
    /** Of the same corner. */
    url: `redis://127.0.0.1:${ownPort}?keyPrefix=${keyPrefix}`,
    /** The bytes that are sent next. */
    asked: async () => ((await once(proxy, 'asked')) as [Buffer])[0],
    onAsked: (listener: (bytes: Buffer) => void) => proxy.on('asked', listener),
    swallow: () => {
      isSwallowing = true;
    },
    /** Answers every command with this error of Redis. */
    answer: (said: string) => {
      error = said;
    },
    cut: close,
    /** Lets everything through again, after it was cut on a new connection. */
    mend: async () => {
      isSwallowing = false;
      error = '';
      if (!proxy.listening) await listen(ownPort);
    },
  };
  return {redis, way};
};
