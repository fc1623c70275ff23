import {type Html, html} from '../html.ts';
import type {Operation, Parameter} from './description.ts';

export const isHeader = ({in: place}: Parameter): boolean => place === 'header';

/** The choices of a field. */
export const options = (values: readonly string[]): readonly Html[] =>
  values.map(value => html`<option>${value}</option>`);

/** The labelled field of a parameter. */
export const field = (
  id: string,
  {name, type, required, values, example = ''}: Parameter,
): Html => {
  const label = html`<label for="${id}">${name}</label>`;
  if (values !== undefined)
    return html`${label}
<select id="${id}" name="${name}"><option value="">–</option>${options(values)}</select>`;
  return html`${label}
<input id="${id}" name="${name}" type="${type === 'string (date)' ? 'date' : 'text'}" autocomplete="off" spellcheck="false" ${
    required ? html`required value="${example}"` : html`placeholder="${example}"`
  }>`;
};

/** The field for the key, which the page's script reads but does not store. It can offer all readers a key. */
export const keyForm = (calls: string, offered?: string): Html => html`<form class="key" hidden>
<label for="key">Your key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="vdl_live_…" value="${offered}">
<small>For ${calls}. ${offered ? 'A key for trying them is filled in; you can replace it with yours.' : 'The key stays on this page until you leave it, and is sent only to this service.'}</small>
</form>`;

/** A form that the page's script sends. */
export const tryForm = ({method, path, body}: Operation, fields: readonly Html[]): Html =>
  // The page is in a folder below the root of the service.
  html`<form class="call" data-method="${method}" data-path="/..${path}">
${fields}
${
  body &&
  html`<label for="try-body">Body</label>
<textarea id="try-body" rows="5" spellcheck="false">${JSON.stringify(body.example, null, 2)}</textarea>`
}
<button>Send</button>
</form>
<pre class="answer" tabindex="0" aria-live="polite" aria-label="Response" hidden></pre>`;
