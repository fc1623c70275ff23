import {createServer, type RequestListener, type Server, type ServerOptions} from 'node:http';

/** The events with which Node announces a request. Without a listener it answers the last two itself. */
export const requestEvents = ['request', 'checkContinue', 'checkExpectation'] as const;

const limits: ServerOptions = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  // Longer than the usual 60 s of a load balancer, so that the balancer closes first.
  keepAliveTimeout: 65_000,
};

/**
 * An HTTP server with limits for a public edge. Requests without Host and requests with expectations
 * reach the application, which answers them as the contract says; Node would answer them itself.
 */
export const createHttpServer = (handle: RequestListener, options: ServerOptions = {}): Server => {
  const server = createServer({...limits, ...options});
  server.maxConnections = 10_000;
  // Node's default, explicit because the contract states it.
  server.maxHeadersCount = 1_000;
  for (const event of requestEvents) {
    server.on(event, (request, response) => {
      // Ours, Koa's and those of Node's streams exceed the ten after which Node warns of a leak.
      response.setMaxListeners(20);
      handle(request, response);
    });
  }
  return server;
};
