import {type Html, html} from '../html.ts';
import type {Parameter} from './description.ts';

const options = (values: readonly string[]): readonly Html[] =>
  values.map(value => html`<option>${value}</option>`);

/** The labelled field of a parameter. */
export const field = (
  id: string,
  {name, in: place, type, required, values, example = ''}: Parameter,
): Html => {
  const label = html`<label for="${id}">${name}</label>`;
  if (values !== undefined)
    return html`${label}
<select id="${id}" name="${name}" data-in="${place}"><option value="">–</option>${options(values)}</select>`;
  return html`${label}
<input id="${id}" name="${name}" data-in="${place}" type="${type === 'string (date)' ? 'date' : 'text'}" autocomplete="off" spellcheck="false" ${
    required ? html`required value="${example}"` : html`placeholder="${example}"`
  }>`;
};
