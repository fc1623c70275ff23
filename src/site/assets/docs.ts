/*
 * Filters the list of operations, and sends the calls of the forms to this service alone. The key stays in
 * its field.
 */

import {callUrl, parsed, queryOf, send, unanswered} from './explorer/calls.ts';
import {find, findAll} from './explorer/elements.ts';

const key = find<HTMLInputElement>('#key');
const filter = find<HTMLInputElement>('#filter');

for (const hidden of findAll('.key, .try, #filter')) hidden.hidden = false;

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const item of findAll('.contents section li')) {
    const text = `${item.textContent} ${find('a', item).title}`.toLowerCase();
    item.hidden = !words.every(word => text.includes(word));
  }
});

const answered = async (form: HTMLFormElement): Promise<string> => {
  const {method, path} = form.dataset;
  const body = form.querySelector('textarea')?.value ?? null;
  const url = callUrl(`${path}`, queryOf(form));
  const response = await send(url, key.value.trim(), {method: `${method}`, body});
  const text = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP ${response.status} ${response.statusText}`,
    ...lines,
    '',
    JSON.stringify(parsed(text), undefined, 2) ?? text,
  ].join('\n');
};

for (const form of findAll<HTMLFormElement>('.try form')) {
  const output = find('.answer', form.parentNode ?? document);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Sending …';
    output.textContent = await answered(form).catch(unanswered);
  });
}

find('.key').addEventListener('submit', event => event.preventDefault());
