import {STATUS_CODES} from 'node:http';
import {brokenRules} from '#src/api/broken-rules.ts';
import type {ErrorCode} from '#src/api/errors.ts';
import {errors} from '#src/api/errors.ts';
import {exampleRequest, occurrences} from '#src/api/occurrences.ts';
import {Problem} from '#src/http/problems/problem.ts';
import {problemMembers} from '#src/http/problems/problem-document.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {type Html, html, prose} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';
import {adviceOn} from './advice-on.ts';

/** The problem as it would arrive, with the headers that matter. */
const answer = (code: ErrorCode, publicUrl: string): string => {
  const {instance, ...occurrence} = occurrences[code];
  const {status} = errors[code];
  const headers = {
    'Content-Type': 'application/problem+json',
    'X-Request-Id': exampleRequest.requestId,
    ...occurrence.headers,
  };
  const problem = new Problem(errors[code], occurrence);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(problemMembers(problem, {publicUrl, instance, ...exampleRequest}), null, 2),
  ].join('\n');
};

const rulesThatBreak = (): Html => html`
<h2>The rules in <code>errors</code></h2>
<dl>
${Object.entries(brokenRules).map(
  ([rule, {when, says}]) => html`<dt id="${rule}"><code>${rule}</code></dt>
<dd>${prose(when)}<br><q>${says}</q></dd>`,
)}
</dl>`;

/** The page that the `type` of a problem leads to. */
export const problemPage = (code: ErrorCode, publicUrl: string): StaticDocument => {
  const path = `/problems/${code}`;
  const {status, title} = errors[code];
  const {happened, remedies, retry} = adviceOn[code];
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
<h2>Send the same request again?</h2>
<p>${prose(retry)}</p>
${code === 'ValidationFailed' ? rulesThatBreak() : html``}
<h2>Example</h2>
<pre><code>${answer(code, publicUrl)}</code></pre>
<p><a href="${linkFrom(path, '/problems')}">All problems</a></p>
</main>`;
  return htmlPage({path, title: `${status} ${code}`, body});
};
