import {createServer, type RequestListener, type Server, type ServerOptions} from 'node:http';

/** How Node announces a request: by itself it would answer the latter two before the application. */
export const requestEvents = ['request', 'checkContinue', 'checkExpectation'] as const;

const limits: ServerOptions = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  // Longer than the usual 60 s of a load balancer, so that it is the one to close first.
  keepAliveTimeout: 65_000,
};

/**
 * How many may listen for the end of an answer: what follows it here, in Koa and in Node's streams
 * are more than the ten from which Node warns of a leak.
 */
const mostListeners = 20;

/**
 * The HTTP server with limits for a public edge. A request without Host and one with expectations
 * reach the application, which answers them as the contract says; Node would do so by itself.
 */
export const createHttpServer = (handle: RequestListener, options: ServerOptions = {}): Server => {
  const server = createServer({...limits, ...options});
  server.maxConnections = 10_000;
  // Node's own default, which is told to clients.
  server.maxHeadersCount = 1_000;
  for (const event of requestEvents) {
    server.on(event, (request, response) => {
      response.setMaxListeners(mostListeners);
      handle(request, response);
    });
  }
  return server;
};
