import {once} from 'node:events';
import type {AddressInfo, Server, Socket} from 'node:net';
import type {Scope} from '../scope.ts';

/**
 * Makes a server listen on a free port of this machine, until the test has ended; then its connections end with it.
 * Resolves to the port.
 */
export const onLoopback = async (t: Scope, server: Server): Promise<number> => {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of connections) socket.destroy();
    await closed;
  });
  return (server.address() as AddressInfo).port;
};
