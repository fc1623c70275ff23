import {STATUS_CODES} from 'node:http';
import type {RequestContext} from '../request-context.ts';
import type {Problem} from './problem.ts';

/** The request that a problem document refers to. */
export type ProblemContext = {
  readonly publicUrl: string;
  /** The path of the request, as sent. */
  readonly instance: string;
  readonly requestId: string;
  readonly traceId: string;
};

const contentType = 'application/problem+json';

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

/** Answers a request with a problem. */
export const writeProblem = (ctx: RequestContext, problem: Problem, publicUrl: string): void => {
  const {requestId, traceId} = ctx.state;
  ctx.state.code = problem.kind.code;
  ctx.status = problem.kind.status;
  ctx.set({...problem.occurrence.headers, 'Content-Type': contentType});
  const context = {publicUrl, instance: ctx.path, requestId, traceId};
  ctx.body = JSON.stringify(problemMembers(problem, context));
};

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
