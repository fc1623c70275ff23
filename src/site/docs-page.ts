import type {StaticDocument} from '#src/http/static-documents.ts';
import {exampleOf, exampleTarget} from '#src/openapi/example.ts';
import {assets, ownAssets} from './assets.ts';
import {html} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';

const path = '/docs';
const bundle = 'swagger-ui-bundle.js';

/** Swagger UI with its licenses. */
export const swaggerUi = assets(
  new URL('./', import.meta.resolve('swagger-ui-dist/package.json')),
  [bundle, 'swagger-ui.css', `${bundle}.LICENSE.txt`, 'LICENSE', 'NOTICE'],
);

const example = exampleTarget('/v1/vehicles/plate/{plate}', exampleOf('getVehicleByPlate'));

const link = ({path: to}: StaticDocument): string => linkFrom(path, to);

const head = html`<link rel="stylesheet" href="${link(swaggerUi['swagger-ui.css'])}">
<link rel="stylesheet" href="${link(ownAssets['docs.css'])}">
<script src="${link(swaggerUi[bundle])}" defer></script>
<script src="${link(ownAssets['docs.js'])}" type="module"></script>`;

/** The interactive reference, which its script renders from `/openapi.json`. */
export const docsPage = (publicUrl: string): StaticDocument =>
  htmlPage({
    path,
    title: 'Reference',
    head,
    // Swagger UI loads its icons from data: URLs.
    allowed: {'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self' data:"},
    body: html`<main>
<section class="text">
<h1>Vehicle Data Lookup API</h1>
<p>Look up vehicles of the Danish motor register by id, VIN or plate, or search them with filters. The
API returns JSON over HTTP. Send your key in a header:</p>
<pre><code>curl -H "X-Api-Key: $KEY" ${publicUrl}${example}</code></pre>
<p>To try calls here, paste your key, open an endpoint and press <b>Execute</b>.</p>
<form>
<label for="key">Your key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="vdl_live_…">
<small>The key stays in this page until you leave it, and is sent to this service only.</small>
</form>
</section>
<div id="reference"></div>
<noscript class="text">The reference needs JavaScript. <a href="openapi.json">openapi.json</a> has the same content.</noscript>
</main>`,
  });
