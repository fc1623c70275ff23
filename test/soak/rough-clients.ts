import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';

type Target = {readonly port: number; readonly key: string};

const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  // The server may close it at any moment, and is right to.
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  return socket;
};

const get = (path: string, key: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`;

/** So many sockets, for as long as `use` takes on all of them. */
const withSockets = async (
  port: number,
  count: number,
  use: (socket: Socket, index: number) => Promise<unknown>,
): Promise<void> => {
  const sockets = await Promise.all(Array.from({length: count}, () => opened(port)));
  try {
    await Promise.all(sockets.map(use));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
};

/**
 * Clients that ask for the largest page as often as fills what lies between them and the server, and
 * read none of it. Who is cut off comes again.
 */
export const slowReaders = async ({port, key}: Target, count: number, signal: AbortSignal) => {
  while (!signal.aborted) {
    await withSockets(port, count, async socket => {
      socket.pause();
      socket.write(get('/v1/vehicles?pageSize=20', key).repeat(100));
      while (!signal.aborted && !socket.destroyed) await wait(250);
    });
  }
};

/** Clients that send a head or a body byte by byte. */
export const slowWriters = ({port, key}: Target, count: number, signal: AbortSignal) =>
  withSockets(port, count, async (socket, index) => {
    const head = `POST /v1/vehicles/plates HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n`;
    const bytes = `${head}Content-Length: 60000\r\n\r\n${' '.repeat(60_000)}`;
    let at = index % 2 === 0 ? 0 : head.length + 30;
    socket.write(bytes.slice(0, at));
    socket.resume();
    while (!signal.aborted && !socket.destroyed) {
      socket.write(bytes.charAt(at++));
      await wait(500);
    }
  });

/**
 * A client that sends so many requests without a key, one behind the other. Where the connection is
 * closed under it, it goes on with another.
 */
export const pipeliner = async ({port}: Target, requests: number, signal: AbortSignal) => {
  const [block, aborted] = [
    'GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500),
    once(signal, 'abort'),
  ];
  let sent = 0;
  while (sent < requests && !signal.aborted) {
    await withSockets(port, 1, async socket => {
      socket.resume();
      const closed = new Promise(resolve => void socket.once('close', resolve));
      while (sent < requests && !signal.aborted && !socket.destroyed) {
        sent += 500;
        if (socket.write(block)) continue;
        const drained = new Promise(resolve => void socket.once('drain', resolve));
        await Promise.race([drained, closed, aborted]);
      }
    });
  }
};

/** Clients that ask and leave at once, in the middle of a request, or when the response begins. */
export const leavers = ({port, key}: Target, count: number) =>
  withSockets(port, count, async (socket, index) => {
    const request = get('/v1/vehicles?pageSize=20&fromModelYear=1990', key);
    socket.write(index % 3 === 0 ? request.slice(0, 40) : request);
    if (index % 3 === 1) await Promise.race([once(socket, 'data'), wait(2_000)]).catch(() => {});
    socket.resetAndDestroy();
  });
