import type {Server} from 'node:http';
import {errors, headersTooLarge, malformedRequest} from './api/errors.ts';
import {type AppOptions, createApp} from './app.ts';
import {answerClientErrors} from './http/client-errors.ts';
import {Problem} from './http/problem.ts';
import {createHttpServer} from './http/server.ts';
import type {Services} from './services.ts';

/** The API on an HTTP server that has yet to listen. */
export const createServer = (services: Services, options: AppOptions): Server => {
  const {publicUrl, log} = options;
  const server = createHttpServer(createApp(services, options).callback());
  answerClientErrors(server, {
    publicUrl,
    write: line => log.info(line, 'request'),
    headersTooLarge: headersTooLarge(),
    timedOut: new Problem(errors.RequestTimeout),
    malformed: malformedRequest(),
    noTunnel: new Problem(errors.MethodNotAllowed, {headers: {Allow: 'GET, HEAD'}}),
  });
  return server;
};
