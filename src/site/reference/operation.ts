import {codeBlock, type Html, html, lineOf, textOf} from '../html.ts';
import type {Description, Member, Operation, Parameter, Reply} from './description.ts';
import {tryForm} from './forms.ts';
import {samplesOf} from './samples.ts';

type Links = (type: string) => Html;

/** A table whose cells stand below each other on a narrow page. */
export const memberTable = (
  what: string,
  members: readonly Member[],
  linked: Links,
  idPrefix?: string,
): Html =>
  html`<table class="members">
<thead><tr><th scope="col">${what}</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${members.map(
  member => html`<tr${idPrefix && html` id="${idPrefix}${member.name}"`}>
<th scope="row"><code>${member.name}</code>${member.required && html` <small>required</small>`}</th>
<td>${linked(member.type)}</td>
<td>${lineOf(member.description)}${
    member.example !== undefined && html` <small>Example: <code>${member.example}</code></small>`
  }</td>
</tr>`,
)}
</tbody>
</table>`;

export const isHeader = ({in: place}: Parameter): boolean => place === 'header';

/** Links to the one table of all headers of requests, or of responses. */
const headerLinks = (kind: 'request' | 'response', headers: readonly Member[]): Html =>
  html`<p class="headers">Headers: ${headers.map(({name}) => html`<a href="#${kind}-${name}">${name}</a>`)}</p>`;

const samples = (description: Description, operation: Operation): Html => html`<div class="samples">
${samplesOf(description, operation).map(
  (
    {language, code},
    at,
  ) => html`<details name="sample-${operation.operationId}"${at === 0 && ' open'}>
<summary>${language}</summary>
${codeBlock(code)}</details>`,
)}
</div>`;

/** Links to the pages of the codes that a description explains: `` `VehicleNotFound`: … ``. */
const problemLinks = (description: string): Html =>
  html`${Array.from(
    description.matchAll(/`(\w+)`:/g),
    ([, code = '']) => html`<p><a href="problems/${code}">More about ${code}</a></p>`,
  )}`;

const reply = (
  {status, description, headers, type, example}: Reply,
  linked: Links,
): Html => html`<details>
<summary><strong>${status}</strong> ${lineOf(description.replaceAll('\n\n', ' '))}</summary>
${type && html`<p>JSON: ${linked(type)}</p>`}
${example !== undefined && codeBlock(JSON.stringify(example, null, 2))}
${problemLinks(description)}
${headerLinks('response', headers)}
</details>`;

/** The section of an operation: parameters, samples, a form to try it, responses. */
export const operationSection = (
  description: Description,
  operation: Operation,
  linked: Links,
): Html => {
  const {operationId, method, path, summary, description: about, body, replies} = operation;
  const own = operation.parameters.filter(each => !isHeader(each));
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}"><span class="method">${method}</span> <code>${path}</code></a></h3>
<p class="title">${summary}</p>
${textOf(about)}
${own.length > 0 && memberTable('Parameter', own, linked)}
${headerLinks('request', operation.parameters.filter(isHeader))}
${body && html`<p>Body: ${linked(body.type)}. ${lineOf(body.description)}</p>`}
${samples(description, operation)}
${tryForm(operation)}
<h4>Responses</h4>
${replies.map(each => reply(each, linked))}
</section>`;
};
