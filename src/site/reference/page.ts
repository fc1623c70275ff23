import type {StaticDocument} from '#src/http/static-documents.ts';
import {codeBlock, Html, html, lineOf, textOf} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';
import {
  type Description,
  distinct,
  type Member,
  type NamedSchema,
  type Operation,
  type Parameter,
  type Reply,
} from './description.ts';
import {keyForm, tryForm} from './forms.ts';
import {samplesOf} from './samples.ts';

const path = '/docs';

type Links = (type: string) => Html;

/** Names of schemas as links to them, in a type in words. */
const linking = (schemas: readonly NamedSchema[]): Links => {
  const names = new Set(schemas.map(({name}) => name));
  return type =>
    new Html(
      lineOf(type).markup.replaceAll(/\w+/g, word =>
        names.has(word) ? html`<a href="#${word}">${word}</a>`.markup : word,
      ),
    );
};

const byTag = ({tags, operations}: Description) =>
  tags.map(tag => ({...tag, operations: operations.filter(({tag: name}) => name === tag.name)}));

/** A path that can go on in a new line after a slash. */
const breakable = (to: string): Html => new Html(html`${to}`.markup.replaceAll('/', '/<wbr>'));

const entry = ({operationId, method, path: to, summary}: Operation): Html =>
  html`<li><a href="#${operationId}" title="${summary}"><span class="method">${method}</span> <span>${breakable(to)}</span></a></li>`;

/** Headings of the guide, to which the list of contents leads. */
const headings = (guide: string): readonly string[] =>
  Array.from(guide.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(/\W+/g, '-');

const guideOf = (guide: string): Html =>
  new Html(
    textOf(guide).markup.replaceAll(
      /<h2>([^<]+)<\/h2>/g,
      (_, heading: string) => `<h2 id="${idOf(heading)}">${heading}</h2>`,
    ),
  );

const contents = (
  description: Description,
): Html => html`<nav class="contents" aria-label="Contents">
<label for="filter" hidden>Filter operations</label>
<input id="filter" type="search" placeholder="Filter operations" autocomplete="off" hidden>
<h2>Guide</h2>
<ul>
${headings(description.guide).map(each => html`<li><a href="#${idOf(each)}">${each}</a></li>`)}
</ul>
${byTag(description).map(
  ({name, operations}) => html`<section>
<h2>${name}</h2>
<ul>
${operations.map(entry)}
</ul>
</section>`,
)}
<h2>More</h2>
<ul>
<li><a href="#request-headers">Request headers</a></li>
<li><a href="#response-headers">Response headers</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>`;

/** A table whose cells stand below each other on a narrow page. */
const memberTable = (
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

const isHeader = ({in: place}: Parameter): boolean => place === 'header';

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
const operationSection = (description: Description, operation: Operation, linked: Links): Html => {
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

const schemaOf = ({name, description, members}: NamedSchema, linked: Links): Html => html`<details>
<summary><code>${name}</code></summary>
<div id="${name}">
<p>${lineOf(description)}</p>
${members.length > 0 && memberTable('Member', members, linked)}
</div>
</details>`;

const requestHeaders = ({operations}: Description) =>
  distinct(operations.flatMap(({parameters}) => parameters.filter(isHeader)));

const responseHeaders = ({operations}: Description) =>
  distinct(operations.flatMap(({replies}) => replies.flatMap(({headers}) => headers)));

/** The reference: the guide, every operation with samples and a form to try it, and the schemas. */
export const docsPage = (description: Description): StaticDocument => {
  const linked = linking(description.schemas);
  return htmlPage({
    path,
    title: 'Reference',
    alternate: 'docs.md',
    styles: ['docs.css', 'forms.css'],
    script: 'docs.ts',
    body: html`<div class="reference">
${contents(description)}
<main class="text">
<h1>${description.title}</h1>
<p><a href="${linkFrom(path, '/explore')}">The explorer</a> shows vehicles and statistics without a line of code.</p>
${guideOf(description.guide)}
${keyForm('the calls under "Try it"')}
${byTag(description).map(
  ({name, description: about, operations}) => html`<h2 id="${idOf(name)}">${name}</h2>
<p>${lineOf(about)}</p>
${operations.map(operation => operationSection(description, operation, linked))}`,
)}
<h2 id="request-headers">Request headers</h2>
${memberTable('Header', requestHeaders(description), linked, 'request-')}
<h2 id="response-headers">Response headers</h2>
${memberTable('Header', responseHeaders(description), linked, 'response-')}
<h2 id="schemas">Schemas</h2>
${description.schemas.map(schema => schemaOf(schema, linked))}
</main>
</div>`,
  });
};
