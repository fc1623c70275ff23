import {errors} from '#src/api/errors.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {html, prose} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';

const path = '/problems';

const introduction = [
  'Errors are `application/problem+json` (RFC 9457). Branch on `code` and `status`, never on `title` or `detail`; `type` leads to the page of the code.',
  'New codes can be added. Handle one that you do not know by its status.',
  'A 429 says in `Retry-After` how many seconds to wait. A 500 or 503 is worth three more tries, after 1, 2 and 4 seconds. No other request is worth repeating unchanged.',
];

/** The list of all problems. */
export const problemIndex: StaticDocument = htmlPage({
  path,
  title: 'Problems',
  body: html`<main class="text">
<h1>Problems</h1>
${introduction.map(sentence => html`<p>${prose(sentence)}</p>`)}
<table>
<thead><tr><th>Status</th><th>Problem</th></tr></thead>
<tbody>
${Object.values(errors).map(
  ({status, code, title}) => html`<tr><td>${status}</td>
<td><a href="${linkFrom(path, `/problems/${code}`)}">${code}</a><br>${title}</td></tr>`,
)}
</tbody>
</table>
</main>`,
});
