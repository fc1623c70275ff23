import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

export type Exchange = {readonly request: IncomingMessage; readonly response: ServerResponse};

/**
 * The exchanges on each open connection: the first is handled, and the others wait for it. Of the
 * connections without any, which are idle, the first is the one that has been so for longest.
 */
export type Connections = Map<Socket, Exchange[]>;

export type ConnectionLimits = {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
};

/** How many connections may be told at the same time that there is no room for them. */
const maxRefused = 1000;

/**
 * Keeps the open connections within limits. Where one is reached, a new connection takes the place of the
 * one that has been idle for longest: in all, or of the same address. If none is idle, the server emits
 * `full` with the new connection; without a listener, or when too many are being refused, it is destroyed.
 */
export const limitConnections = (
  server: Server,
  connections: Connections,
  {maxConnections, maxConnectionsPerAddress}: ConnectionLimits,
): void => {
  const perAddress = new Map<string, number>();
  let refused = 0;

  const closeIdle = (isMeant: (socket: Socket) => boolean): boolean => {
    const [longest] =
      connections.entries().find(([socket, {length}]) => length === 0 && isMeant(socket)) ?? [];
    longest?.destroy();
    return longest !== undefined && connections.delete(longest);
  };

  const isRoomFor = (address: string): boolean =>
    (perAddress.get(address) ?? 0) < maxConnectionsPerAddress
      ? connections.size < maxConnections || closeIdle(() => true)
      : closeIdle(({remoteAddress}) => remoteAddress === address);

  const count = (address: string, by: 1 | -1): void => {
    const now = (perAddress.get(address) ?? 0) + by;
    if (now === 0) perAddress.delete(address);
    else perAddress.set(address, now);
  };

  const admit = (socket: Socket, address: string): void => {
    count(address, 1);
    connections.set(socket, []);
    socket.once('close', () => {
      count(address, -1);
      connections.delete(socket);
    });
  };

  const refuse = (socket: Socket): void => {
    if (refused === maxRefused || !server.emit('full', socket)) return void socket.destroy();
    refused += 1;
    socket.once('close', () => {
      refused -= 1;
    });
  };

  server.on('connection', socket => {
    // Without an address, the client has already left.
    const {remoteAddress: address = ''} = socket;
    if (isRoomFor(address)) admit(socket, address);
    else refuse(socket);
  });
};
