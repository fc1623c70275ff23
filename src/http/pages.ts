import {type Coding, codings, encodedOnce, worthEncoding} from './encoded.ts';
import {confirms, entityTag} from './entity-tag.ts';
import {Problem, type ProblemKind} from './problem.ts';
import type {Middleware, RequestContext} from './request-state.ts';

type Headers = Readonly<Record<string, string>>;

/** A document that is known before it is asked for, and the same for everyone. */
export type Page = {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Headers;
};

/** A path that leads to another one, named as a link from here would name it. */
export type Redirect = {readonly path: string; readonly location: string};

const defaults = {'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff'};
const accepted = ['GET', 'HEAD'];
const [found, notModified] = [302, 304];

type Serve = (ctx: RequestContext) => Promise<void>;

const serving = ({path, contentType, body, headers}: Page): Serve => {
  const bytes = Buffer.from(body);
  const encoded = encodedOnce(bytes);
  const tag = entityTag([path, contentType, headers, body]);
  const offered: readonly Coding[] = bytes.length < worthEncoding ? [] : codings;

  return async ctx => {
    ctx.set({...defaults, ...headers, ETag: tag});
    ctx.vary('Accept-Encoding');
    if (confirms(ctx.get('If-None-Match'), tag)) {
      ctx.status = notModified;
      return;
    }
    const coding = offered.find(coding => ctx.acceptsEncodings(coding));
    ctx.body = coding === undefined ? bytes : await encoded(coding);
    ctx.set('Content-Type', contentType);
    if (coding !== undefined) ctx.set('Content-Encoding', coding);
  };
};

const leading =
  ({location}: Redirect): Serve =>
  async ctx => {
    ctx.set({...defaults, Location: location});
    ctx.status = found;
    ctx.body = '';
  };

/** Serves what needs no key and costs nothing. Paths are matched letter by letter. */
export const pages = (
  all: readonly (Page | Redirect)[],
  methodNotAllowed: ProblemKind,
): Middleware => {
  const byPath = new Map(
    all.map(page => [page.path, 'location' in page ? leading(page) : serving(page)]),
  );
  const headers = {Allow: accepted.join(', ')};

  return async (ctx, next) => {
    const serve = byPath.get(ctx.path);
    if (serve === undefined) return await next();
    ctx.state.route = ctx.path;
    if (!accepted.includes(ctx.method)) throw new Problem(methodNotAllowed, {headers});
    await serve(ctx);
  };
};
