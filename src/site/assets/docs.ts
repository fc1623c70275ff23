/*
 * Searches the reference, copies code, and sends the calls of the forms, only to this service. The key stays in its
 * field.
 */

import {callUrl, parsed, queryOf, send, unanswered} from './explorer/calls.ts';
import {button, copyOrSelect, find, findAll} from './explorer/elements.ts';
import './search.ts';

/** Only the commands of a code block that also shows their output; else all of it. */
const copied = (code: string): string => {
  const lines = code.split('\n');
  // A backslash at the end of a line continues the command.
  const isCommand = (at: number): boolean =>
    lines[at]?.startsWith('$ ') || (lines[at - 1]?.endsWith('\\') && isCommand(at - 1)) || false;
  const commands = lines.filter((_, at) => isCommand(at));
  return commands.map(line => line.replace(/^\$ /, '')).join('\n') || code;
};

for (const block of findAll('.code')) {
  const code = find('code', block);
  const copy = button('Copy', {class: 'copy'}, async () => {
    copy.textContent = await copyOrSelect(copied(`${code.textContent}`), code);
  });
  block.append(copy);
}

const answered = async (form: HTMLFormElement): Promise<string> => {
  const {method, path} = form.dataset;
  const body = form.querySelector('textarea')?.value ?? null;
  const response = await send(callUrl(`${path}`, queryOf(form)), {method: `${method}`, body});
  const text = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP ${response.status} ${response.statusText}`,
    ...lines,
    '',
    JSON.stringify(parsed(text), undefined, 2) ?? text,
  ].join('\n');
};

for (const form of findAll<HTMLFormElement>('form.call')) {
  const output = find('.answer');
  find('.key').hidden = false;
  find('.key').addEventListener('submit', event => event.preventDefault());
  let calls = 0;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Sending…';
    const call = ++calls;
    const text = await answered(form).catch(unanswered);
    if (call === calls) output.textContent = text;
  });
}

for (const form of findAll<HTMLFormElement>('form[data-to]')) {
  form.addEventListener('submit', event => {
    event.preventDefault();
    location.href =
      form.dataset['to'] + encodeURIComponent(find<HTMLInputElement>('input', form).value);
  });
}
