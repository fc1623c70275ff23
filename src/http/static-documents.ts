import {confirms, entityTag} from './endpoint/response.ts';
import {Problem, type ProblemKind} from './problem.ts';
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

type Serve = (ctx: RequestContext) => Promise<void>;

const serveDocument = ({path, contentType, body, headers}: StaticDocument): Serve => {
  // The compression keeps its encodings as long as it is there.
  const bytes = Buffer.from(body);
  const tag = entityTag([path, contentType, headers, body]);

  return async ctx => {
    ctx.set({...defaults, ...headers, ETag: tag});
    if (confirms(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    ctx.body = bytes;
    ctx.set('Content-Type', contentType);
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
