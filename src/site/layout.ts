import type {StaticDocument} from '#src/http/static-documents.ts';
import {assetPath} from './assets.ts';
import {type Html, html} from './html.ts';

/** A page loads styles, images and its script, which can call the service; nothing from another origin. */
const contentSecurityPolicy = (isScripted: boolean): string =>
  [
    "default-src 'none'; style-src 'self'; img-src 'self'",
    ...(isScripted ? ["script-src 'self'; connect-src 'self'"] : []),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

/** A relative link to another page or file of the site, so that a proxy can serve it below any path. */
export const linkFrom = (path: string, to: string): string =>
  ('../'.repeat(path.split('/').length - 2) || './') + to.slice(1);

type Content = {
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** The page as Markdown. */
  readonly alternate?: string;
  /** The assets that the page loads besides the style and the icon. */
  readonly styles?: readonly string[];
  readonly script?: string;
};

/** A page of the site, with its security headers. It appears only as a whole, so that no table moves while it loads. */
export const htmlPage = (content: Content): StaticDocument => {
  const {path, title, body, alternate, styles = [], script} = content;
  const asset = (name: string) => linkFrom(path, assetPath(name));
  return {
    path,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(script !== undefined),
      'Referrer-Policy': 'no-referrer',
    },
    body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Vehicle Data Lookup API</title>
<link rel="expect" href="#end" blocking="render">
<link rel="icon" href="${asset('icon.svg')}">
${alternate && html`<link rel="alternate" type="text/markdown" href="${alternate}">`}
${['site.css', ...styles].map(name => html`<link rel="stylesheet" href="${asset(name)}">`)}
${script && html`<script src="${asset(script)}" type="module"></script>`}
</head>
<body>
<header>
<a href="${linkFrom(path, '/')}">Vehicle Data Lookup API</a>
<nav aria-label="Site">
<a href="${linkFrom(path, '/docs')}">Reference</a>
<a href="${linkFrom(path, '/explore')}">Explorer</a>
<a href="${linkFrom(path, '/releases')}">Releases</a>
<a href="${linkFrom(path, '/problems')}">Problems</a>
<a href="${linkFrom(path, '/openapi.json')}">openapi.json</a>
</nav>
</header>
${body}
<span id="end"></span>
</body>
</html>
`.markup,
  };
};
