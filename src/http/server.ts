import {createServer, type RequestListener, type Server} from 'node:http';

/**
 * The HTTP server with limits for a public edge. A request without Host and one with expectations
 * reach the application, which answers them as the contract says; Node would do so by itself.
 */
export const createHttpServer = (handle: RequestListener): Server => {
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2000,
      // Longer than the usual 60 s of a load balancer, so that it is the one to close first.
      keepAliveTimeout: 65_000,
    },
    handle,
  );
  server.maxConnections = 10_000;
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  return server;
};
