import {filterNames} from '#core/domain/vehicle-filters.ts';
import {codeBlock, Html, html, lineOf, textOf} from '../html.ts';
import {
  answersWithFile,
  type Description,
  type Member,
  type NamedSchema,
  type Operation,
  type Parameter,
  type Reply,
} from './description.ts';
import {field, isHeader, keyForm, tryForm} from './forms.ts';
import {samplesOf} from './samples.ts';

/** Renders a type in words, with links to the schemas that it names. */
export type Links = (type: string) => Html;

export const linking = (schemas: readonly NamedSchema[]): Links => {
  const names = new Set(schemas.map(({name}) => name));
  return type =>
    new Html(
      lineOf(type).markup.replaceAll(/\w+/g, word =>
        names.has(word) ? html`<a href="schemas#${word}">${word}</a>`.markup : word,
      ),
    );
};

/** A table with an anchor for each member. On a narrow page, its cells are stacked. */
export const memberTable = (
  what: string,
  members: readonly Member[],
  linked: Links,
  anchorPrefix = '',
): Html =>
  html`<table class="members">
<thead><tr><th scope="col">${what}</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${members.map(
  member => html`<tr id="${anchorPrefix}${member.name}">
<th scope="row"><code>${member.name}</code>${member.required && html` <small>required</small>`}</th>
<td>${linked(member.type)}</td>
<td>${(member.description.includes('\n') ? textOf : lineOf)(member.description)}${
    member.example !== undefined && html` <small>Example: <code>${member.example}</code></small>`
  }</td>
</tr>`,
)}
</tbody>
</table>`;

/** The sort of a filter; undefined for other parameters. Filters are many, so each sort is folded. */
const sortOf = ({name, type}: Parameter): string | undefined => {
  if (!filterNames.some(filter => filter === name)) return undefined;
  if (/Ids?$/.test(name)) return 'Filters by id';
  if (type === 'boolean') return 'Filters by yes or no';
  if (type === 'string (date)') return 'Filters by day';
  return /^(?:integer|number)/.test(type) ? 'Filters by number' : 'Filters by name or word';
};

const bySort = (
  {parameters}: Operation,
  show: (parameters: readonly Parameter[]) => Html,
): readonly Html[] => {
  const own = parameters.filter(each => !isHeader(each));
  return [...Map.groupBy(own, sortOf)].map(([sort, members]) =>
    sort === undefined
      ? show(members)
      : html`<details>
<summary>${sort} <small>${members.map(({name}) => name).join(', ')}</small></summary>
${show(members)}
</details>`,
  );
};

/** Links to the table of all headers of requests, or of responses. */
const headerLinks = (kind: 'request' | 'response', headers: readonly Member[]): Html =>
  html`<p class="headers">Headers: ${headers.map(({name}) => html`<a href="headers#${kind}-${name}">${name}</a>`)}</p>`;

const sample = ({language, code}: {language: string; code: string}, at: number): Html =>
  html`<details name="sample"${at === 0 && ' open'}>
<summary>${language}</summary>
${codeBlock(code)}</details>`;

/** Links to the pages of the codes that a description explains: `` `VehicleNotFound`: … ``. */
const problemLinks = (description: string): Html =>
  html`${Array.from(
    description.matchAll(/`(\w+)`:/g),
    ([, code = '']) => html`<p><a href="../problems/${code}">More about ${code}</a></p>`,
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

/** An operation: parameters, samples, a form to try it, responses. */
export const operationBody = (
  description: Description,
  operation: Operation,
  linked: Links,
): Html => {
  const {title, method, path, summary, description: about, parameters, body, replies} = operation;
  const fields = bySort(
    operation,
    all => html`${all.map(each => field(`try-${each.name}`, each))}`,
  );
  return html`<h1>${title}</h1>
<p><span class="method">${method}</span> <code>${path}</code></p>
<p class="title">${summary}</p>
${textOf(about)}
<h2>Parameters</h2>
${bySort(operation, members => memberTable('Parameter', members, linked))}
${body && html`<p>Body: ${linked(body.type)}. ${lineOf(body.description)}</p>`}
${headerLinks('request', parameters.filter(isHeader))}
<h2>Samples</h2>
<p>They take your key from the environment variable <code>KEY</code>.</p>
${samplesOf(description, operation).map(sample)}
${
  // The page would show a file as text.
  !answersWithFile(operation) &&
  html`<details class="try scripted">
<summary>Try it</summary>
${keyForm('the call below')}
${tryForm(operation, fields)}
</details>`
}
<h2>Responses</h2>
${replies.map(each => reply(each, linked))}`;
};
