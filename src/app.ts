import Koa from 'koa';
import type {Logger} from 'pino';
import {admission} from './api/admission.ts';
import {commonErrors, errors, fail} from './api/errors.ts';
import {endpoints} from './api/index.ts';
import {toProblem} from './api/outages.ts';
import {ofVersion} from './api/replies.ts';
import {replaceKoaErrors} from './http/koa-errors.ts';
import {type AccessLine, accessLog} from './http/middleware/access-log.ts';
import {compression} from './http/middleware/compression.ts';
import {cors} from './http/middleware/cors.ts';
import {type ProblemsOptions, problems} from './http/middleware/problems.ts';
import {refuse, requireHost} from './http/middleware/refuse.ts';
import {requestId} from './http/middleware/request-id.ts';
import {requestTarget} from './http/middleware/request-target.ts';
import {unreadBody} from './http/middleware/unread-body.ts';
import {mount} from './http/mount.ts';
import {pages} from './http/pages.ts';
import type {RequestState} from './http/request-state.ts';
import {interfaceDescription} from './openapi/interface-description.ts';
import type {Services} from './services.ts';
import {site} from './site/site.ts';

export type AppOptions = {
  readonly publicUrl: string;
  /** Web origins whose pages may call the API; `*` alone for any. */
  readonly corsOrigins: readonly string[];
  readonly log: Logger;
  /** Called with every request that was answered, besides the log. */
  readonly observe: (line: AccessLine) => void;
  /** Whether every answer is held to its declaration. */
  readonly checkAnswers: boolean;
};

/** What is the service's own fault or its engines' is logged whole, under the request's id. */
const reportTo =
  (log: Logger): ProblemsOptions['report'] =>
  ({kind, cause}, {requestId, traceId, route}) =>
    log.error({err: cause, code: kind.code, requestId, traceId, route}, kind.title);

/** The API, without a socket. The order below is the order a request goes through. */
export const createApp = (services: Services, options: AppOptions) => {
  const {publicUrl, corsOrigins, log, observe, checkAnswers} = options;
  const answering: ProblemsOptions = {publicUrl, toProblem, report: reportTo(log)};
  const {page, contractVersion} = interfaceDescription({publicUrl});
  const app = new Koa<RequestState, object>();

  app.use(requestTarget);
  app.use(requestId);
  app.use(
    accessLog(line => {
      log.info(line, 'request');
      observe(line);
    }),
  );
  app.use(unreadBody);
  app.use(compression);
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  app.use(problems(answering));
  app.use(requireHost(() => fail('ValidationFailed', {detail: 'There must be one Host header.'})));
  app.use(pages([...site({publicUrl}), page], errors.MethodNotAllowed));
  app.use(
    mount(endpoints, {
      admit: admission(services),
      currentVersion: ({dataset}) => dataset.version(),
      versionHeaders: ofVersion,
      contractVersion,
      validationFailed: errors.ValidationFailed,
      payloadTooLarge: errors.PayloadTooLarge,
      methodNotAllowed: errors.MethodNotAllowed,
      commonErrors,
      toProblem,
      checkAnswers,
    }),
  );
  app.use(refuse(() => fail('RouteNotFound')));

  replaceKoaErrors(app, answering);
  return app;
};
