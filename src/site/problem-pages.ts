import {STATUS_CODES} from 'node:http';
import {type ErrorCode, errors, neverRetried} from '#src/api/errors.ts';
import {rules} from '#src/api/rules.ts';
import {problemMembers} from '#src/http/problem.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {exampleRequest, problemExample} from '#src/openapi/problem-responses.ts';
import {codeBlock, type Html, html, prose} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';

const indexPath = '/problems';

/** An example response, with the headers that matter. */
const response = (code: ErrorCode, publicUrl: string): string => {
  const {instance, problem} = problemExample(code);
  const {status} = problem.kind;
  const headers = {
    'Content-Type': 'application/problem+json',
    'X-Request-Id': exampleRequest.requestId,
    ...problem.occurrence.headers,
  };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(problemMembers(problem, {publicUrl, instance, ...exampleRequest}), null, 2),
  ].join('\n');
};

const ruleList = (): Html => html`
<h2>The rules in <code>errors</code></h2>
<dl>
${Object.entries(rules).map(
  ([rule, {when, example}]) => html`<dt id="${rule}"><code>${rule}</code></dt>
<dd>${prose(when)}<br><q>${example}</q></dd>`,
)}
</dl>`;

const problemPage = (code: ErrorCode, publicUrl: string): StaticDocument => {
  const path = `${indexPath}/${code}`;
  const {status, title, happened, remedies, retry = neverRetried} = errors[code];
  const body = html`<main class="text">
<p class="status">${status} ${STATUS_CODES[status] ?? ''}</p>
<h1>${code}</h1>
<p class="title">${title}</p>
<h2>What happened</h2>
<p>${prose(happened)}</p>
<h2>What to do</h2>
<ul>
${remedies.map(remedy => html`<li>${prose(remedy)}</li>`)}
</ul>
<h2>Retry the same request?</h2>
<p>${prose(retry)}</p>
${code === 'ValidationFailed' && ruleList()}
<h2>Example</h2>
${codeBlock(response(code, publicUrl))}
<p><a href="${linkFrom(path, indexPath)}">All problems</a></p>
</main>`;
  return htmlPage({path, title: `${status} ${code}`, body});
};

const introduction = [
  'Errors are `application/problem+json` (RFC 9457). Branch on `code` and `status`, never on `title` or `detail`; `type` is the URL of the page about the code.',
  'New codes can be added. Handle an unknown code by its status.',
  'After a 429, wait for the seconds in `Retry-After`. After a 500 or 503, retry up to three times, after 1, 2 and 4 seconds. Do not retry other requests unchanged.',
];

const problemIndex = htmlPage({
  path: indexPath,
  title: 'Problems',
  body: html`<main class="text">
<h1>Problems</h1>
${introduction.map(sentence => html`<p>${prose(sentence)}</p>`)}
<table>
<thead><tr><th>Status</th><th>Problem</th></tr></thead>
<tbody>
${Object.values(errors).map(
  ({status, code, title}) => html`<tr><td>${status}</td>
<td><a href="${linkFrom(indexPath, `${indexPath}/${code}`)}">${code}</a><br>${title}</td></tr>`,
)}
</tbody>
</table>
</main>`,
});

/** The page of each error code, which the `type` of a problem links to, and their index. */
export const problemPages = (publicUrl: string): readonly StaticDocument[] => [
  problemIndex,
  ...Object.keys(errors).map(code => problemPage(code as ErrorCode, publicUrl)),
];
