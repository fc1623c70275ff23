import {once} from 'node:events';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Scope} from '../scope.ts';

/** Lets a server listen on a free port of this machine, until the test has ended. Answers with the port. */
export const onLoopback = async (t: Scope, server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
};
