import {errors} from '#src/api/errors.ts';
import {rules} from '#src/api/rules.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {type Html, html, idOf} from '../html.ts';
import {linkFrom} from '../layout.ts';
import {type Description, distinct, type Member} from './description.ts';
import {isHeader} from './forms.ts';
import type {Guide} from './guides.ts';

const path = '/docs/search.json';

/** An entry of the list: its name, its kind, its URL relative to the list, and more words to find it by. */
const entry = (title: string, about: string, url: string, text: string) => ({
  title,
  about,
  url,
  text,
});

const membersOf = (members: readonly Member[], about: string, url: string) =>
  members.map(({name, description}) => entry(name, about, url + name, description));

/** The headers of all requests, and of all responses. */
export const headersOf = ({operations}: Description) => ({
  request: distinct(operations.flatMap(({parameters}) => parameters.filter(isHeader))),
  response: distinct(operations.flatMap(({replies}) => replies.flatMap(({headers}) => headers))),
});

/** A guide and its sections, without their code. */
const guideOf = ({name, title, text}: Guide) => {
  const outsideCode = text.split(/^```/m).filter((_, at) => at % 2 === 0);
  const [lead = '', ...sections] = outsideCode.join('').split(/^##+ /m);
  return [
    entry(title, 'Guide', name, lead),
    ...sections.map(section => {
      const [heading = '', ...lines] = section.split('\n');
      return entry(heading, `Guide: ${title}`, `${name}#${idOf(heading)}`, lines.join(' '));
    }),
  ];
};

/** Everything that the reference explains, in a list that its pages fetch when a reader begins to search. */
export const searchDocument = (
  description: Description,
  guides: readonly Guide[],
): StaticDocument => {
  const {operations, schemas, guide} = description;
  const {request, response} = headersOf(description);
  const entries = [
    ...operations.flatMap(({operationId, title, summary, description, path: to, parameters}) => {
      const own = parameters.filter(each => !isHeader(each));
      return [
        entry(title, 'Operation', operationId, `${summary} ${description} ${to}`),
        ...membersOf(own, `Parameter of “${title}”`, `${operationId}#`),
      ];
    }),
    ...schemas.flatMap(({name, description, members}) => [
      entry(name, 'Schema', `schemas#${name}`, description),
      ...membersOf(members, `Member of ${name}`, `schemas#${name}.`),
    ]),
    entry('Schemas', 'Page', 'schemas', ''),
    entry('Request headers', 'Page', 'headers#request-headers', ''),
    entry('Response headers', 'Page', 'headers#response-headers', ''),
    ...membersOf(request, 'Request header', 'headers#request-'),
    ...membersOf(response, 'Response header', 'headers#response-'),
    ...Object.values(errors).map(({code, status, title, happened}) =>
      entry(code, `Problem ${status}`, `../problems/${code}`, `${status} ${title} ${happened}`),
    ),
    ...Object.entries(rules).map(([rule, {when}]) =>
      entry(rule, 'Rule of ValidationFailed', `../problems/ValidationFailed#${rule}`, when),
    ),
    ...[{name: '../docs', title: 'Introduction', text: guide}, ...guides].flatMap(guideOf),
  ];
  // A parameter that is the same in several operations is listed once, at the first of them.
  const found = new Map(entries.toReversed().map(each => [`${each.title} ${each.text}`, each]));
  return {path, contentType: 'application/json', body: JSON.stringify([...found.values()])};
};

/** The field that searches the list, and the place of the results. They need a script. */
export const searchField = (from: string): Html => html`<search class="scripted">
<label for="find">Search the reference <small>(press /)</small></label>
<input id="find" type="search" data-entries="${linkFrom(from, path)}" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ol></ol>
</search>`;
