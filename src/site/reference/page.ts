import type {StaticDocument} from '#src/http/static-documents.ts';
import {assetPath} from '../assets.ts';
import {Html, html, lineOf, textOf} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';
import {type Description, distinct, type NamedSchema, type Operation} from './description.ts';
import {keyForm} from './forms.ts';
import {isHeader, memberTable, operationSection} from './operation.ts';

const path = '/docs';

const link = (name: string): string => linkFrom(path, assetPath(name));

const head = html`<link rel="alternate" type="text/markdown" href="docs.md">
<link rel="stylesheet" href="${link('docs.css')}">
<link rel="stylesheet" href="${link('forms.css')}">
<script src="${link('docs.ts')}" type="module"></script>`;

/** Names of schemas as links to them, in a type in words. */
const linking = (schemas: readonly NamedSchema[]) => {
  const names = new Set(schemas.map(({name}) => name));
  return (type: string): Html =>
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

const schemaOf = (
  {name, description, members}: NamedSchema,
  linked: (type: string) => Html,
): Html => html`<details>
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
    head,
    allowed: {'script-src': "'self'", 'connect-src': "'self'"},
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
