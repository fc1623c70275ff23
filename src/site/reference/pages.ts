import type {StaticDocument} from '#src/http/static-documents.ts';
import {type Html, html, lineOf, textOf} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';
import type {Description, NamedSchema} from './description.ts';
import {readGuides} from './guides.ts';
import {type Links, linking, memberTable, operationBody} from './operation.ts';
import {headersOf, searchDocument, searchField} from './search.ts';

/** A page of the reference, and its name in the list of all. */
type Page = {readonly path: string; readonly title: string; readonly body: Html};
type Section = {readonly title: string; readonly pages: readonly Page[]};

const contents = (sections: readonly Section[], page: Page): Html => html`<div class="contents">
${searchField(page.path)}
<details class="menu">
<summary>Contents</summary>
<nav aria-label="Reference">
${sections.map(
  ({title, pages}) => html`<details${pages.includes(page) && ' open'}>
<summary>${title}</summary>
<ul>
${pages.map(other => html`<li><a href="${linkFrom(page.path, other.path)}"${other === page && html` aria-current="page"`}>${other.title}</a></li>`)}
</ul>
</details>`,
)}
</nav>
</details>
</div>`;

const documentsOf = (sections: readonly Section[]): readonly StaticDocument[] =>
  sections
    .flatMap(({pages}) => pages)
    .map((page, at, all) => {
      const {path, title, body} = page;
      const neighbour = (label: string, other?: Page) =>
        other && html`<a href="${linkFrom(path, other.path)}">${label}: ${other.title}</a>`;
      return htmlPage({
        path,
        title,
        alternate: linkFrom(path, '/docs.md'),
        styles: ['docs.css', 'forms.css'],
        script: 'docs.ts',
        body: html`<div class="reference">
${contents(sections, page)}
<main class="text">
${body}
<nav class="neighbours" aria-label="Previous and next">
${neighbour('Previous', all[at - 1])}
${neighbour('Next', all[at + 1])}
</nav>
</main>
</div>`,
      });
    });

const schemaOf = ({name, description, members}: NamedSchema, linked: Links): Html => html`<details>
<summary><code>${name}</code></summary>
<div id="${name}">
<p>${lineOf(description)}</p>
${members.length > 0 && memberTable('Member', members, linked, `${name}.`)}
</div>
</details>`;

/** The reference: introduction, guides, a page for each operation, headers and schemas, and the list for searches. */
export const referencePages = (description: Description): readonly StaticDocument[] => {
  const {title, guide, tags, operations, schemas, server} = description;
  const linked = linking(schemas);
  const guides = readGuides(server);
  const {request, response} = headersOf(description);
  const page = (name: string, title: string, body: Html): Page => ({
    path: `/docs${name && '/'}${name}`,
    title,
    body,
  });
  const sections: readonly Section[] = [
    {
      title: 'Guides',
      pages: [
        page('', 'Introduction', html`<h1>${title}</h1>${textOf(guide)}`),
        ...guides.map(({name, title, text}) =>
          page(name, title, html`<h1>${title}</h1>${textOf(text)}`),
        ),
      ],
    },
    ...tags.map(title => ({
      title,
      pages: operations
        .filter(({tag}) => tag === title)
        .map(each => page(each.operationId, each.title, operationBody(description, each, linked))),
    })),
    {
      title: 'Headers and schemas',
      pages: [
        page(
          'headers',
          'Headers',
          html`<h1>Headers</h1>
<h2 id="request-headers">Request headers</h2>
${memberTable('Header', request, linked, 'request-')}
<h2 id="response-headers">Response headers</h2>
${memberTable('Header', response, linked, 'response-')}`,
        ),
        page(
          'schemas',
          'Schemas',
          html`<h1>Schemas</h1>
${schemas.map(schema => schemaOf(schema, linked))}`,
        ),
      ],
    },
  ];
  return [...documentsOf(sections), searchDocument(description, guides)];
};
