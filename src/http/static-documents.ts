import {confirms, entityTag} from './endpoint/response.ts';
import {Problem, type ProblemKind} from './problem.ts';
import type {Middleware} from './request-context.ts';

/** A document that is fixed at startup and the same for everyone. */
export type StaticDocument = {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A redirect from a path to a location, which may be relative to it. A browser gets the page, if any. */
export type Redirect = {
  readonly path: string;
  readonly location: string;
  readonly page?: StaticDocument;
};

/** Whether the client wants a page: browsers name HTML first, and other clients don't. */
export const asksForPage = (accept: string): boolean => /^text\/html(?:[,; ]|$)/i.test(accept);

const defaults = {'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff'};
const allowed = ['GET', 'HEAD'];

/** Their route in the log and the metrics, because the paths of assets change with their content. */
const siteRoute = '/site';

const answerTo = (asked: StaticDocument | Redirect) => {
  if ('location' in asked) {
    return {status: 302, headers: {...defaults, Location: asked.location}, body: ''};
  }
  const {path, contentType, headers, body} = asked;
  const tag = entityTag([path, contentType, headers, body]);
  const all = {...defaults, ...headers, ETag: tag, 'Content-Type': contentType};
  // Compression keeps the encodings of a buffer for as long as the buffer itself.
  return {status: 200, headers: all, tag, body: Buffer.from(body)};
};

/** Serves documents and redirects without a key and free of charge. Paths are matched exactly. */
export const staticDocuments = (
  all: readonly (StaticDocument | Redirect)[],
  methodNotAllowed: ProblemKind,
): Middleware => {
  const answers = new Map(
    all.map(each => {
      const page = 'page' in each && each.page ? answerTo(each.page) : undefined;
      return [each.path, {usual: answerTo(each), page}];
    }),
  );

  return async (ctx, next) => {
    const found = answers.get(ctx.path);
    if (found === undefined) return await next();
    const {usual, page} = found;
    if (page) ctx.vary('Accept');
    const answer = page && asksForPage(ctx.get('Accept')) ? page : usual;
    ctx.state.route = siteRoute;
    if (!allowed.includes(ctx.method)) {
      throw new Problem(methodNotAllowed, {headers: {Allow: allowed.join(', ')}});
    }
    ctx.set(answer.headers);
    const isCurrent = confirms(ctx.get('If-None-Match'), answer.tag);
    ctx.status = isCurrent ? 304 : answer.status;
    if (!isCurrent) ctx.body = answer.body;
  };
};
