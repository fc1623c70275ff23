import {STATUS_CODES} from 'node:http';
import type Koa from 'koa';
import type {RequestContext, RequestState} from './request-context.ts';

/** A kind of problem the API can answer with. `code`, `status` and `title` go together. */
export type ProblemKind = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
};

/** The members and headers specific to one occurrence of a problem (RFC 9457 §3.1). */
export type Occurrence = {
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request stays charged despite a 5xx. */
  readonly isCharged?: boolean;
};

/** An error that is answered as `application/problem+json`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly occurrence: Occurrence;

  constructor(kind: ProblemKind, occurrence: Occurrence = {}, options?: ErrorOptions) {
    // Nobody reads the stack of an answer, and capturing it took a tenth of the time of a refused request.
    const {stackTraceLimit} = Error;
    Error.stackTraceLimit = 0;
    super(occurrence.detail ?? kind.title, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.occurrence = occurrence;
  }
}

/** The occurrence of broken rules, each with its messages. */
export const brokenRules = (
  broken: readonly (readonly [rule: string, message: string])[],
): Occurrence => {
  const byRule = Map.groupBy(broken, ([rule]) => rule);
  const errors = Object.fromEntries(
    byRule.entries().map(([rule, each]) => [rule, each.map(([, message]) => message)]),
  );
  return {detail: Object.values(errors).flat().join(' '), errors};
};

/** The request that a problem document refers to. */
export type ProblemContext = {
  readonly publicUrl: string;
  /** The path of the request, as sent. */
  readonly instance: string;
  readonly requestId: string;
  readonly traceId: string;
};

const contentType = 'application/problem+json';

/** A 401 must name one (RFC 9110 §15.5.2). None is registered for API keys; this is the customary one. */
export const authenticationScheme = 'ApiKey';

/** The members of a problem document (RFC 9457), in order. */
export const problemMembers = ({kind, occurrence}: Problem, context: ProblemContext) => ({
  type: `${context.publicUrl}/problems/${kind.code}`,
  title: kind.title,
  status: kind.status,
  detail: occurrence.detail,
  instance: context.instance,
  code: kind.code,
  requestId: context.requestId,
  traceId: context.traceId,
  errors: occurrence.errors,
});

/** A whole HTTP/1.1 response, for a socket whose request Node's parser has rejected. */
export const rawProblem = (problem: Problem, context: ProblemContext): string => {
  const {status} = problem.kind;
  const headers = Object.entries(problem.occurrence.headers ?? {});
  const body = JSON.stringify(problemMembers(problem, context));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${context.requestId}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};

type ErrorAnswers = {
  readonly publicUrl: string;
  /** The problem that an error is answered with; the error itself is the problem's `cause`. */
  readonly toProblem: (error: unknown) => Problem;
  /** Called with every failure of the service: a problem of status 500 or above that has a cause. */
  readonly report: (problem: Problem, request: RequestState) => void;
};

/**
 * Answers every error with a problem: those of the middleware after it, and those outside any. Koa's own handler for
 * the latter answers in plain text and drops the headers already set.
 */
export const answerErrors = (
  app: Koa<RequestState, object>,
  {publicUrl, toProblem, report}: ErrorAnswers,
): void => {
  const answer = (ctx: RequestContext, error: unknown): void => {
    const problem = toProblem(error);
    const {code, status} = problem.kind;
    if (status >= 500 && problem.cause !== undefined) report(problem, ctx.state);
    ctx.state.code = code;
    ctx.status = status;
    ctx.set({...problem.occurrence.headers, 'Content-Type': contentType});
    if (status === 401) ctx.set('WWW-Authenticate', authenticationScheme);
    const {requestId, traceId} = ctx.state;
    const context = {publicUrl, instance: ctx.path, requestId, traceId};
    ctx.body = JSON.stringify(problemMembers(problem, context));
  };

  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answer(ctx, error);
    }
  });
  Object.assign(app.context, {
    onerror(this: RequestContext, error: unknown) {
      // Koa also calls it at the end of every response, without an error.
      if (error === null || error === undefined) return;
      // The client has left or has part of a response; the access log marks the request as aborted.
      if (this.headerSent || !this.writable) return void this.res.destroy();
      answer(this, error);
      this.res.end(this.body);
    },
  });
};
