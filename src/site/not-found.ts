import {STATUS_CODES} from 'node:http';
import {errors, fail} from '#src/api/errors.ts';
import type {Middleware} from '#src/http/request-context.ts';
import {html, prose} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';

const {code, status, title, remedies} = errors.RouteNotFound;

/** Every link of a page climbs as far as its path is deep. */
const deepest = 20;

/** Browsers name HTML first, and other clients don't. */
const asksForPage = /^text\/html(?:[,; ]|$)/i;

const pageAt = (path: string, requestId: string) =>
  htmlPage({
    path,
    title: `${status} ${code}`,
    body: html`<main class="text">
<p class="status">${status} ${STATUS_CODES[status] ?? ''}</p>
<h1>${title}</h1>
<p>The <a href="${linkFrom(path, '/docs')}">reference</a> lists all paths.</p>
<ul>
${remedies.map(remedy => html`<li>${prose(remedy)}</li>`)}
</ul>
<p>Problem <a href="${linkFrom(path, `/problems/${code}`)}">${code}</a>, request <code>${requestId}</code></p>
</main>`,
  });

/**
 * Answers a path that does not exist: with a page where a browser asks, else with the problem. Under `/v1` every error is
 * a problem document, as the contract says.
 */
export const notFound: Middleware = ctx => {
  ctx.vary('Accept');
  const {path, state} = ctx;
  const [, first, ...rest] = path.split('/', deepest + 1);
  const hasPage = first !== 'v1' && rest.length + 2 <= deepest;
  if (!hasPage || !asksForPage.test(ctx.get('Accept'))) throw fail('RouteNotFound');
  const page = pageAt(path, state.requestId);
  state.code = code;
  ctx.status = status;
  ctx.set({...page.headers, 'X-Content-Type-Options': 'nosniff'});
  ctx.set('Content-Type', page.contentType);
  ctx.body = page.body;
};
