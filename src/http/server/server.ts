import {createServer, type RequestListener, type Server, type ServerOptions} from 'node:http';
import type {Socket} from 'node:net';
import {type ConnectionLimits, limitConnections} from './connections.ts';
import {lingerAtEnd} from './linger.ts';
import {inTurn, type TurnLimits} from './turns.ts';

/** The events with which Node announces a request. Without a listener it answers the last two itself. */
export const requestEvents = ['request', 'checkContinue', 'checkExpectation'] as const;

export type ServerLimits = ServerOptions & ConnectionLimits & TurnLimits;

const defaults: ServerLimits = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  // Longer than the usual 60 s of a load balancer, so that the balancer closes first.
  keepAliveTimeout: 65_000,
  // Longer than a request may take to arrive, whose client is to be told so.
  timeout: 20_000,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 1_000,
  maxWaiting: 32,
  holdMs: 2000,
};

/**
 * An HTTP server with limits for a public edge. Requests without Host and requests with expectations
 * reach the application, which answers them as the contract says; Node would answer them itself.
 */
export const createHttpServer = (
  handle: RequestListener,
  options: Partial<ServerLimits> = {},
): Server => {
  const limits = {...defaults, ...options};
  const server = createServer(limits);
  server.timeout = limits.timeout;
  // Node's default, explicit because the contract states it.
  server.maxHeadersCount = 1_000;
  const idle = new Set<Socket>();
  limitConnections(server, idle, limits);
  lingerAtEnd(server);
  // Node, whose `close` calls this, takes a response for sent once it is ended, and cuts off who reads it.
  server.closeIdleConnections = () => {
    for (const socket of idle) socket.destroy();
  };
  const take = inTurn(server, handle, idle, limits);
  for (const event of requestEvents) {
    server.on(event, (request, response) => {
      // Ours, Koa's and those of Node's streams exceed the ten after which Node warns of a leak.
      response.setMaxListeners(20);
      take(request, response);
    });
  }
  return server;
};
