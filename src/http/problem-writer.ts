import {STATUS_CODES} from 'node:http';
import type {Problem} from './problem.ts';
import type {RequestContext} from './request-state.ts';

/** What a problem says about the request it answers. */
export type Occasion = {
  readonly publicUrl: string;
  /** The path that was called, as it was sent. */
  readonly instance: string;
  readonly requestId: string;
  readonly traceId: string;
};

const contentType = 'application/problem+json';

/** The members of a problem document, in their order. */
export const problemMembers = ({kind, occurrence}: Problem, occasion: Occasion) => ({
  type: `${occasion.publicUrl}/problems/${kind.code}`,
  title: kind.title,
  status: kind.status,
  detail: occurrence.detail,
  instance: occasion.instance,
  code: kind.code,
  requestId: occasion.requestId,
  traceId: occasion.traceId,
  errors: occurrence.errors,
});

const serialised = (problem: Problem, occasion: Occasion): string =>
  JSON.stringify(problemMembers(problem, occasion));

/** Makes the problem the answer of a request (RFC 9457). */
export const writeProblem = (ctx: RequestContext, problem: Problem, publicUrl: string): void => {
  const {requestId, traceId} = ctx.state;
  ctx.state.code = problem.kind.code;
  ctx.status = problem.kind.status;
  ctx.set({...problem.occurrence.headers, 'Content-Type': contentType});
  ctx.body = serialised(problem, {publicUrl, instance: ctx.path, requestId, traceId});
};

/** The same as bytes for a socket, where Node has refused what it read before there was a request. */
export const rawProblem = (problem: Problem, occasion: Occasion): string => {
  const {status} = problem.kind;
  const headers = Object.entries(problem.occurrence.headers ?? {});
  const body = serialised(problem, occasion);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${occasion.requestId}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};
