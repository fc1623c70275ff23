import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';

export type Exchange = {readonly request: IncomingMessage; readonly response: ServerResponse};

/**
 * The exchanges on each open connection: the first is being handled, and the others wait for it. Connections without
 * exchanges are idle; the first of those has been idle for longest.
 */
export type Connections = Map<Socket, Exchange[]>;

const closing = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when the connection closes, and so when the client leaves. All requests of a connection share one signal:
 * Node's own, one per request, took a tenth of the time of a lookup.
 */
export const closeSignal = (socket: Socket): AbortSignal => {
  const known = closing.get(socket);
  if (known) return known;
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  closing.set(socket, controller.signal);
  return controller.signal;
};

export type ConnectionLimits = {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
};

/** Maximum number of connections that are being refused with an answer at the same time. */
const maxRefused = 1000;

/**
 * Keeps the open connections within limits. At a limit, a new connection replaces the one that has been idle for
 * longest, among all or among those of its address. If none is idle, the server emits `full` with the new connection;
 * without a listener, or while too many are being refused, that is destroyed.
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

/** Each time this many bytes have been discarded, reading pauses: a flood costs processor time too. */
const [atOnce, pauseMs] = [1024 * 1024, 50];

/** Detaches Node's parser from a connection, and discards whatever still arrives on it. */
export const stopParsing = (socket: Duplex, lingerMs: number): void => {
  let discarded = 0;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded < atOnce) return;
    discarded = 0;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  // Node's own timeout restarts with every byte that arrives.
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
};

/** How long a client may go on sending after its last response. */
const lingerMs = 1000;

/**
 * Ends a connection in two steps (RFC 9112 §9.6): nothing more is sent, and whatever the client still sends is
 * discarded until it closes or a second has passed. Node would close at once, which resets a connection with unread
 * bytes and can cost the client the last response.
 */
export const linger = (socket: Duplex, last = ''): void => {
  if (!socket.writable) return;
  stopParsing(socket, lingerMs);
  socket.resume();
  socket.end(last);
};
