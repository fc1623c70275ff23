import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {confirms, entityTag} from './entity-tag.ts';
import {type Coding, codingFor, minBytes} from './middleware/compression.ts';
import {Problem, type ProblemKind} from './problems/problem.ts';
import type {Middleware, RequestContext} from './request-context.ts';

/** A document that is fixed at startup and the same for everyone. */
export type StaticDocument = {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A redirect from a path to a location, which may be relative to the path. */
export type Redirect = {readonly path: string; readonly location: string};

const defaults = {'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff'};
const allowed = ['GET', 'HEAD'];

/** Their route in the log and the metrics: the paths of some change with their content. */
const siteRoute = '/site';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Brotli's quality 9 takes a fifth of the time of its 11, and its result is a tenth larger. */
const encoders: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: bytes => brotli(bytes, {params: {[constants.BROTLI_PARAM_QUALITY]: 9}}),
  gzip: bytes => gzipped(bytes, {level: constants.Z_BEST_COMPRESSION}),
};

/** Encodes these bytes on first use of a coding, and keeps the result. */
const encodedOnce = (bytes: Buffer) => {
  const made = new Map<Coding, Promise<Buffer>>();
  return (coding: Coding): Promise<Buffer> => {
    const encoded = made.get(coding) ?? encoders[coding](bytes);
    made.set(coding, encoded);
    return encoded;
  };
};

type Serve = (ctx: RequestContext) => Promise<void>;

const serveDocument = ({path, contentType, body, headers}: StaticDocument): Serve => {
  const bytes = Buffer.from(body);
  const encoded = encodedOnce(bytes);
  const tag = entityTag([path, contentType, headers, body]);

  return async ctx => {
    ctx.set({...defaults, ...headers, ETag: tag});
    ctx.vary('Accept-Encoding');
    if (confirms(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    const coding = bytes.length < minBytes ? undefined : codingFor(ctx);
    ctx.body = coding === undefined ? bytes : await encoded(coding);
    ctx.set('Content-Type', contentType);
    if (coding !== undefined) ctx.set('Content-Encoding', coding);
  };
};

const serveRedirect =
  ({location}: Redirect): Serve =>
  async ctx => {
    ctx.set({...defaults, Location: location});
    ctx.status = 302;
    ctx.body = '';
  };

/** Serves documents and redirects without a key and free of charge. Paths are matched exactly. */
export const staticDocuments = (
  all: readonly (StaticDocument | Redirect)[],
  methodNotAllowed: ProblemKind,
): Middleware => {
  const byPath = new Map(
    all.map(one => [one.path, 'location' in one ? serveRedirect(one) : serveDocument(one)]),
  );
  const headers = {Allow: allowed.join(', ')};

  return async (ctx, next) => {
    const serve = byPath.get(ctx.path);
    if (serve === undefined) return await next();
    ctx.state.route = siteRoute;
    if (!allowed.includes(ctx.method)) throw new Problem(methodNotAllowed, {headers});
    await serve(ctx);
  };
};
