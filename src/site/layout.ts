import type {StaticDocument} from '#src/http/static-documents.ts';
import {assetPath} from './assets.ts';
import {type Html, html} from './html.ts';

/** A page loads only what it declares, and only from its own origin. */
const contentSecurityPolicy = (allowed: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    ...allowed,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** A relative link to another page or file of the site, so that a proxy can serve it below any path. */
export const linkFrom = (path: string, to: string): string =>
  ('../'.repeat(path.split('/').length - 2) || './') + to.slice(1);

type Content = {
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** The files the page loads besides the style and the icon. */
  readonly head?: Html;
  readonly allowed?: Readonly<Record<string, string>>;
};

/** A page of the site, with its security headers. */
export const htmlPage = ({path, title, body, head = html``, allowed}: Content): StaticDocument => ({
  path,
  contentType: 'text/html; charset=utf-8',
  headers: {
    'Content-Security-Policy': contentSecurityPolicy({
      'style-src': "'self'",
      'img-src': "'self'",
      ...allowed,
    }),
    'Referrer-Policy': 'no-referrer',
  },
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Vehicle Data Lookup API</title>
<link rel="icon" href="${linkFrom(path, assetPath('icon.svg'))}">
<link rel="stylesheet" href="${linkFrom(path, assetPath('site.css'))}">
${head}
</head>
<body>
<header>
<a href="${linkFrom(path, '/docs')}">Vehicle Data Lookup API</a>
<nav>
<a href="${linkFrom(path, '/docs')}">Reference</a>
<a href="${linkFrom(path, '/explore')}">Explorer</a>
<a href="${linkFrom(path, '/problems')}">Problems</a>
<a href="${linkFrom(path, '/openapi.json')}">openapi.json</a>
</nav>
</header>
${body}
</body>
</html>
`.markup,
});
