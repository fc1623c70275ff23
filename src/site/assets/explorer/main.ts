/*
 * Shows what the fragment of the page's URL says: fills the form of the part in, calls this service with the reader's
 * key, and draws the answer. A form that is sent changes the fragment, and that does the rest. The key stays in
 * its field.
 */

import {call, hashOf, type Part, problem, queryOf, readState, unanswered} from './calls.ts';
import {element, fill, find, findAll} from './elements.ts';
import {releases} from './releases.ts';
import {statistics} from './statistics.ts';
import {vehicle, vehicles} from './vehicles.ts';

const key = find<HTMLInputElement>('#key');
const keyForm = find<HTMLFormElement>('.key');
const nav = find('.parts');

const partOf = (name: string, section: HTMLElement, create: (section: HTMLElement) => Part) => {
  const result = find('.result', section);
  return {
    name,
    section,
    result,
    link: find<HTMLAnchorElement>(`[href="#${name}"]`, nav),
    url: find<HTMLInputElement>('.call input', result),
    copy: find('.copy', result),
    status: find('[role=status]', result),
    answer: find('.found', result),
    // The body that is shown, and the URL that it answers.
    shown: undefined as {readonly url: string; readonly body: unknown} | undefined,
    ...create(section),
  };
};

type ShownPart = ReturnType<typeof partOf>;

/** The parts of this page: the explorer has three, and the page of releases one. */
const parts = Object.entries({vehicle, vehicles, statistics, releases}).flatMap(([name, create]) =>
  findAll(`[data-part=${name}]`).map(section => partOf(name, section, create)),
);

let running = new AbortController();

/** Takes away what was answered before. */
const clear = (part: ShownPart) => {
  part.shown = undefined;
  part.answer.replaceChildren();
};

/** The part and the query that the URL says. */
const current = () => {
  const state = readState();
  const part = parts.find(({name}) => name === state.part) ?? parts[0];
  if (!part) throw new Error('The page has no part.');
  return {part, query: state.query ?? (part.asksAtOnce ? new URLSearchParams() : undefined)};
};

/** Answers what the URL says, by a call of the API unless the same is shown already. */
const answer = async (): Promise<void> => {
  const {part, query} = current();
  running.abort();
  part.result.hidden = query === undefined;
  if (query === undefined) return clear(part);
  const url = part.urlOf(query);
  part.url.value = url;
  part.copy.textContent = 'Copy';
  if (part.shown?.url === url) return part.draw(part, part.shown.body, query);
  clear(part);
  if (key.value.trim() === '') {
    part.status.textContent = 'Paste your key to see the answer.';
    return;
  }
  running = new AbortController();
  const {signal} = running;
  part.status.textContent = 'Loading …';
  const found = await call(url, key.value.trim(), signal).catch((error: unknown) => ({error}));
  if (signal.aborted) return;
  part.status.textContent = '';
  if ('error' in found) {
    fill(part.answer, element('p', {class: 'problem', role: 'alert'}, unanswered(found.error)));
    return;
  }
  if (found.ok && found.body) {
    part.shown = {url, body: found.body};
    return part.draw(part, found.body, query);
  }
  part.answer.replaceChildren(problem(found));
};

const show = async (): Promise<void> => {
  const {part, query} = current();
  for (const {section, link} of parts) {
    section.hidden = section !== part.section;
    link.ariaCurrent = section === part.section ? 'page' : null;
  }
  part.fill(query ?? new URLSearchParams());
  part.link.href = query === undefined ? `#${part.name}` : hashOf(part.name, query);
  return answer();
};

for (const part of parts) {
  const form = find<HTMLFormElement>('form', part.section);
  form.addEventListener('submit', event => {
    event.preventDefault();
    const hash = hashOf(part.name, queryOf(form));
    // The same call again is meant to be made again.
    part.shown = undefined;
    if (hash === location.hash) void show();
    else location.hash = hash;
  });
  part.copy.addEventListener('click', async () => {
    part.url.select();
    // Without TLS a page may not write to the clipboard; the URL is selected then.
    await navigator.clipboard?.writeText(part.url.value);
    part.copy.textContent = navigator.clipboard ? 'Copied' : 'Selected';
  });
}

keyForm.addEventListener('submit', event => event.preventDefault());
// What is filled in and not sent yet stays.
key.addEventListener('change', answer);
addEventListener('hashchange', show);
keyForm.hidden = false;
nav.hidden = false;
await show();
