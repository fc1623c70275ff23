import {STATUS_CODES} from 'node:http';
import {errors, fail} from '#src/api/errors.ts';
import type {Middleware} from '#src/http/request-context.ts';
import {asksForPage} from '#src/http/static-documents.ts';
import {html, prose} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';

const {code, status, title, remedies} = errors.RouteNotFound;

/** The deepest path that gets a page, since every link of a page climbs all its levels. */
const deepest = 20;

const pageAt = (path: string, requestId: string) =>
  htmlPage({
    path,
    title: `${status} ${code}`,
    body: html`<main class="text">
<p class="status">${status} ${STATUS_CODES[status] ?? ''}</p>
<h1>${title}</h1>
<p>The <a href="${linkFrom(path, '/docs')}">reference</a> lists all paths, and the <a href="${linkFrom(path, '/')}">start page</a> links to everything else.</p>
<ul>
${remedies.map(remedy => html`<li>${prose(remedy)}</li>`)}
</ul>
<p>Problem <a href="${linkFrom(path, `/problems/${code}`)}">${code}</a>, request <code>${requestId}</code></p>
</main>`,
  });

/**
 * Answers a path that does not exist: to a browser with a page, or a redirect to the path without its final slash; else
 * with the problem. Under `/v1` every error is a problem document, as the contract says.
 */
export const notFound: Middleware = ctx => {
  ctx.vary('Accept');
  const {path, state} = ctx;
  const [, first, ...rest] = path.split('/', deepest + 1);
  const hasPage = first !== 'v1' && rest.length + 2 <= deepest;
  if (!hasPage || !asksForPage(ctx.get('Accept'))) throw fail('RouteNotFound');
  if (path.endsWith('/')) {
    ctx.status = 302;
    ctx.set('Location', `../${rest.at(-2) ?? first}`);
    return;
  }
  const page = pageAt(path, state.requestId);
  state.code = code;
  ctx.status = status;
  ctx.set({...page.headers, 'X-Content-Type-Options': 'nosniff'});
  ctx.set('Content-Type', page.contentType);
  ctx.body = page.body;
};
