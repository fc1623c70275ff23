import type {IncomingMessage} from 'node:http';
import type {Problem} from '../problems/problem.ts';
import type {Middleware} from '../request-context.ts';

export type ProtocolProblems = {
  readonly otherVersion: Problem;
  readonly unknownCoding: Problem;
  readonly notOneHost: Problem;
};

/** How often a header was sent; its name is in lower case. `rawHeaders` alternates names and values. */
const countOf = (rawHeaders: readonly string[], name: string): number => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  }
  return count;
};

/** A coding besides `chunked`, or one in HTTP/1.0: the framing counts as faulty (RFC 9112 §6.1). */
const hasUnknownCoding = ({headers, httpVersion}: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && (httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked');
};

/** None in HTTP/1.1, or several (RFC 9112 §3.2). Node would read the first of several. */
const isNotOneHost = ({rawHeaders, httpVersion}: IncomingMessage): boolean => {
  const hosts = countOf(rawHeaders, 'host');
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
};

/**
 * Rejects what Node's parser lets through: another major version, a body in a coding that is not undone,
 * and a request that does not name its host. What follows one of the first two cannot be trusted to be a
 * request, so its connection is closed.
 */
export const requireProtocol =
  ({otherVersion, unknownCoding, notOneHost}: ProtocolProblems): Middleware =>
  async (ctx, next) => {
    const isOther = ctx.req.httpVersionMajor !== 1;
    if (isOther || hasUnknownCoding(ctx.req)) {
      ctx.set('Connection', 'close');
      throw isOther ? otherVersion : unknownCoding;
    }
    if (isNotOneHost(ctx.req)) throw notOneHost;
    await next();
  };
