import {once} from 'node:events';
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type {Socket} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import {
  type ConnectionLimits,
  type Connections,
  type Exchange,
  limitConnections,
  linger,
  stopParsing,
} from './connections.ts';

export type ServerLimits = ServerOptions &
  ConnectionLimits & {
    /** How many requests of a connection may wait for an earlier one. */
    readonly maxWaiting: number;
    /** Milliseconds that the last response is held back after a flood, whose client would reconnect at once. */
    readonly holdMs: number;
    /** Milliseconds without a byte sent or received, after which a connection with a request is cut. */
    readonly timeout: number;
  };

const defaults: ServerLimits = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  // Longer than the usual 60 s of a load balancer, so that the balancer closes first.
  keepAliveTimeout: 65_000,
  // Longer than a request may take to arrive, so that a slow one gets its 408.
  timeout: 20_000,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 1_000,
  maxWaiting: 32,
  holdMs: 2000,
};

type StopOptions = {
  /** How long requests are still accepted, each answered with `Connection: close`. */
  readonly drainMs: number;
  /** How long requests in progress may take after that. */
  readonly graceMs: number;
};

export type PublicServer = Server & {
  readonly exchanges: Connections;
  /**
   * Stops without losing a response: clients are first told to close, then each connection is closed once
   * it is idle. Node's `close`, http-terminator and http-graceful-shutdown close idle connections at once,
   * on which a request may be under way.
   */
  readonly stop: (options: StopOptions) => Promise<void>;
};

/** Ends the connection with this response, unless its headers are sent. */
const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/**
 * Requests of which Node parses no more after one that `isTooMany`. Up to 2,300 of them can come at once, for
 * which others would wait, and of which Node would keep 2 MB. It stops parsing where a request upgrades its connection.
 */
const bounded = (isTooMany: (socket: Socket) => boolean) =>
  class extends IncomingMessage {
    readonly #isTooMany = isTooMany(this.socket);

    get upgrade(): boolean {
      return this.#isTooMany || this.method === 'CONNECT';
    }

    // What the client asks for.
    set upgrade(_: boolean) {}
  };

/**
 * Handles the requests of a connection one after the other, at most one in an iteration of the event loop, so that a
 * client that pipelines many does not delay all others. At most `maxWaiting` wait: the last of them is answered with
 * `Connection: close`, after `holdMs`, and whatever the client sent after it is not read; all of them must be answered
 * within `timeout`.
 */
const oneByOne = (
  server: Server,
  connections: Connections,
  handle: RequestListener,
  {maxWaiting, holdMs, timeout}: ServerLimits,
): RequestListener => {
  server.on('upgrade', ({socket}) => {
    const last = connections.get(socket)?.at(maxWaiting);
    if (last) closeAfter(last.response);
    // Node hands the socket over without a listener.
    socket.on('error', () => socket.destroy());
    stopParsing(socket, timeout);
  });

  const start = (socket: Socket, exchanges: Exchange[]): void => {
    const [exchange] = exchanges;
    // A connection that is closing gets no further response.
    if (exchange === undefined || !socket.writable) return;
    const {request, response} = exchange;
    const end = () => {
      exchanges.shift();
      startNext(socket, exchanges);
    };
    response.once('close', () => {
      if (request.complete) end();
      else request.once('close', end);
    });
    handle(request, response);
  };

  const startNext = (socket: Socket, exchanges: Exchange[]): void => {
    if (!socket.writable) return;
    const [next] = exchanges;
    if (next === undefined) {
      if (!server.listening) return void socket.destroySoon();
      connections.delete(socket);
      connections.set(socket, exchanges);
    } else if (next.response.hasHeader('Connection') && server.listening) {
      setTimeout(start, holdMs, socket, exchanges).unref();
    } else setImmediate(start, socket, exchanges);
  };

  return (request, response) => {
    const {socket} = request;
    // A refused connection has none.
    const exchanges = connections.get(socket);
    if (exchanges?.push({request, response}) === 1) start(socket, exchanges);
  };
};

/**
 * An HTTP server with limits for a public edge. Requests without Host and requests with expectations
 * reach the application, which answers them as the contract says; Node would answer them itself.
 */
export const createHttpServer = (
  handle: RequestListener,
  options: Partial<ServerLimits> = {},
): PublicServer => {
  const limits = {...defaults, ...options};
  const connections: Connections = new Map();
  const isFull = (socket: Socket) => connections.get(socket)?.at(limits.maxWaiting) !== undefined;
  const server = createServer({...limits, IncomingMessage: bounded(isFull)});
  server.timeout = limits.timeout;
  // Node's default, explicit because the contract states it.
  server.maxHeadersCount = 1_000;
  let isStopping = false;
  limitConnections(server, connections, limits);
  server.on('connection', socket => {
    socket.destroySoon = () => linger(socket);
  });
  // `close` calls this. Node considers a response sent once it has ended, and would cut off clients still reading it.
  server.closeIdleConnections = () => {
    for (const [socket, exchanges] of connections) if (exchanges.length === 0) socket.destroy();
  };
  const take = oneByOne(server, connections, handle, limits);
  // Without a listener Node answers the last two itself.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      // Our listeners, Koa's and those of Node's streams exceed the ten at which Node warns of a leak.
      response.setMaxListeners(20);
      if (isStopping) closeAfter(response);
      take(request, response);
    });
  }
  return Object.assign(server, {
    exchanges: connections,
    stop: async ({drainMs, graceMs}: StopOptions) => {
      isStopping = true;
      for (const exchanges of connections.values()) {
        for (const {response} of exchanges.slice(-1)) closeAfter(response);
      }
      if (server.listening) await wait(drainMs);
      const closed = once(server, 'close');
      server.close();
      const cutOff = setTimeout(() => {
        // Node's `closeAllConnections` knows no connection that it stopped parsing.
        for (const socket of connections.keys()) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  });
};
