import {Marked} from 'marked';
import {Html, html} from '../html.ts';

/** A block of code. It can be scrolled with the keyboard where it is wider than the page. */
export const codeBlock = (code: string): Html =>
  html`<pre tabindex="0"><code>${code}</code></pre>
`;

const marked = new Marked({renderer: {code: ({text}) => codeBlock(text).markup}});

/** Markdown of our own as HTML: paragraphs, lists, tables, code. */
export const textOf = (markdown: string): Html => new Html(marked.parse(markdown, {async: false}));

/** The same for the words of one line. */
export const lineOf = (markdown: string): Html =>
  new Html(marked.parseInline(markdown, {async: false}));
