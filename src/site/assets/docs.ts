/*
 * Filters the list of operations, and sends the calls of the forms to this service alone. The key stays in
 * its field.
 */

import {callUrl, queryOf} from './explorer/calls.ts';
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

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

const answered = async (form: HTMLFormElement): Promise<string> => {
  const {method, path} = form.dataset;
  const headers: Record<string, string> = {Accept: 'application/json'};
  if (key.value.trim() !== '') headers['X-Api-Key'] = key.value.trim();
  const body = form.querySelector('textarea')?.value ?? null;
  const url = callUrl(`${path}`, queryOf(form));
  const response = await fetch(url, {method: `${method}`, headers, body, cache: 'no-store'});
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP ${response.status} ${response.statusText}`,
    ...lines,
    '',
    indented(await response.text()),
  ].join('\n');
};

for (const form of findAll<HTMLFormElement>('.try form')) {
  const output = find('.answer', form.parentNode ?? document);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Sending …';
    output.textContent = await answered(form).catch(
      error => `No answer: ${error instanceof Error ? error.message : error}`,
    );
  });
}

find('.key').addEventListener('submit', event => event.preventDefault());
