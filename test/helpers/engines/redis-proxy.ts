import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import type {Scope} from '../scope.ts';
import {startRedis} from './redis.ts';

/** The number of commands that begin in these bytes: each is an array of texts. */
const commandsIn = (bytes: Buffer): number =>
  bytes.toString('latin1').match(/\*\d+\r\n\$/g)?.length ?? 0;

/**
 * A part of the shared Redis, and a proxy to it that can be cut, can swallow commands, and
 * can answer them itself.
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
    /** The address of the same part through the proxy. */
    url: `redis://127.0.0.1:${ownPort}?keyPrefix=${keyPrefix}`,
    /** Resolves to the bytes that are sent next. */
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
    /** Lets everything through again; after a cut, on new connections. */
    mend: async () => {
      isSwallowing = false;
      error = '';
      if (!proxy.listening) await listen(ownPort);
    },
  };
  return {redis, way};
};
