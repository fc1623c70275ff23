import {Marked} from 'marked';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, char => entities[char] ?? '');

/** Markup, as opposed to text that must be escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A value to insert; undefined and false insert nothing. */
type Part = string | number | Html | readonly Html[] | undefined | false;

const markupOf = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({markup}) => markup).join('\n');
  return escaped(String(part));
};

/** `` html`<p>${text}</p>` `` escapes the values it inserts, unless they are markup. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({raw: literals}, ...parts.map(markupOf)));

/** A sentence with `` `code` `` as `<code>`. */
export const prose = (sentence: string): Html =>
  new Html(escaped(sentence).replaceAll(/`([^`]+)`/g, '<code>$1</code>'));

/** A block of code. The keyboard can scroll it if it is wider than the page; a script adds a button. */
export const codeBlock = (code: string): Html =>
  html`<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>
`;

/** The anchor of a heading. */
export const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const marked = new Marked({
  renderer: {
    code: ({text}) => codeBlock(text).markup,
    // A path can break before its slashes, so that a table with one fits beside the contents.
    codespan: ({text}) => `<code>${escaped(text).replaceAll('/', '<wbr>/')}</code>`,
    heading: ({text, depth}) =>
      `<h${depth} id="${idOf(text)}">${lineOf(text).markup}</h${depth}>\n`,
  },
});

/** Our own Markdown as HTML: paragraphs, headings with anchors, lists, tables, code. */
export const textOf = (markdown: string): Html => new Html(marked.parse(markdown, {async: false}));

/** The same for one line, without a paragraph around it. */
export const lineOf = (markdown: string): Html =>
  new Html(marked.parseInline(markdown, {async: false}));
