import Koa from 'koa';
import type {Log} from '#core/log/log.ts';
import {metrics} from '#core/metrics.ts';
import {admission, keyStart} from './api/admission.ts';
import {commonErrors, errors} from './api/errors.ts';
import {unknownParameters} from './api/hints.ts';
import {endpoints} from './api/index.ts';
import {protocolProblems, toProblem} from './api/problems.ts';
import {ofVersion} from './api/replies.ts';
import {meetingCases, simulating} from './api/simulation.ts';
import {mount} from './http/endpoint/mount.ts';
import {cors} from './http/middleware/cors.ts';
import {protocol, requestTarget} from './http/middleware/protocol.ts';
import {responseBody} from './http/middleware/response-body.ts';
import {type AccessLine, accessLog, requestId, traced} from './http/middleware/telemetry.ts';
import {answerErrors} from './http/problem.ts';
import type {RequestState} from './http/request-context.ts';
import {answerClientErrors} from './http/server/client-errors.ts';
import {createHttpServer, type PublicServer, type ServerLimits} from './http/server/server.ts';
import {staticDocuments} from './http/static-documents.ts';
import {interfaceDescription} from './openapi/document.ts';
import type {Services} from './services.ts';
import {notFound} from './site/not-found.ts';
import {site} from './site/site.ts';

export type AppOptions = {
  readonly publicUrl: string;
  readonly documents: ReturnType<typeof publicDocuments>;
  /** Web origins whose pages may call the API; `*` alone allows any. */
  readonly corsOrigins: readonly string[];
  readonly log: Log;
  /** Whether every response is checked against its endpoint's declaration. */
  readonly validateResponses: boolean;
  /** Whether the test cases are answered as they say: in the test environment; by default not. */
  readonly simulatesTestCases?: boolean;
  /** Whether requests have spans; by default not. */
  readonly isTraced?: boolean;
  /** Limits of the server other than the defaults. */
  readonly limits?: Partial<ServerLimits>;
};

/** Everything that is served without a key: built once, for any number of servers. */
export const publicDocuments = (publicUrl: string, pagesKey?: string) => {
  const {document, page, contractVersion} = interfaceDescription(publicUrl);
  const serve = staticDocuments(
    [...site(publicUrl, document, pagesKey), page],
    errors.MethodNotAllowed,
  );
  return {serve, contractVersion};
};

/** The methods that a path can be served with. Clients may send any of some thirty others. */
const servedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const countRequest = ({method, route = '', status, code = '', durationMs}: AccessLine): void => {
  if (method === undefined || status === undefined || durationMs === undefined) return;
  const label = servedMethods.includes(method) ? method : 'other';
  metrics.requests.observe({method: label, route, status, code}, durationMs / 1000);
};

/** The middleware of the API, in the order a request passes it. */
const createApp = (services: Services, options: AppOptions) => {
  const {publicUrl, documents, corsOrigins, log, isTraced, simulatesTestCases} = options;
  const admit = admission(services);
  const app = new Koa<RequestState, object>();

  app.use(requestTarget);
  app.use(requestId(keyStart));
  if (isTraced) app.use(traced);
  app.use(
    accessLog(line => {
      log.request(line);
      countRequest(line);
    }),
  );
  app.use(responseBody());
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  answerErrors(app, {
    publicUrl,
    toProblem,
    report: ({kind, cause}, {requestId, traceId, route}) =>
      log.fault(cause, {code: kind.code, requestId, traceId, route}, kind.title),
  });
  app.use(protocol(protocolProblems));
  app.use(documents.serve);
  app.use(
    mount(simulatesTestCases ? endpoints.map(meetingCases) : endpoints, {
      admit: simulatesTestCases ? simulating(admit) : admit,
      currentVersion: ({dataset}) => dataset.version(),
      versionHeaders: ofVersion,
      contractVersion: documents.contractVersion,
      errors,
      unknownParameters,
      commonErrors,
      toProblem,
      validateResponses: options.validateResponses,
    }),
  );
  app.use(notFound);
  return app;
};

/** The API on an HTTP server that does not listen yet. */
export const createServer = (services: Services, options: AppOptions): PublicServer => {
  const {publicUrl, log, limits} = options;
  const server = createHttpServer(createApp(services, options).callback(), limits);
  answerClientErrors(server, {publicUrl, log: log.request, ...protocolProblems});
  return server;
};
