/*
 * Shows what the fragment of the page's URL says: fills the form of the part in, calls this service with the reader's
 * key, and draws the answer. A form that is sent changes the fragment, and that does the rest. The key stays in
 * its field.
 */

import {call, callUrl, problem, unanswered} from './call.js';
import {hashOf, readState} from './state.js';
import {statistics} from './statistics.js';
import {vehicle} from './vehicle.js';
import {vehicles} from './vehicles.js';

const key = document.querySelector('#key');
const keyForm = document.querySelector('.key');
const nav = document.querySelector('.parts');

const partOf = ([name, create]) => {
  const section = document.querySelector(`[data-part=${name}]`);
  const result = section.querySelector('.result');
  return {
    name,
    section,
    result,
    link: nav.querySelector(`[href="#${name}"]`),
    url: result.querySelector('.call input'),
    copy: result.querySelector('.copy'),
    status: result.querySelector('[role=status]'),
    view: result.querySelector('.view'),
    answer: result.querySelector('.found'),
    // The body that is shown, and the URL that it answers.
    shown: undefined,
    ...create(section),
  };
};

const parts = Object.entries({vehicle, vehicles, statistics}).map(partOf);

let running = new AbortController();

/** Takes away what was answered before. */
const clear = part => {
  part.shown = undefined;
  part.answer.replaceChildren();
  if (part.view) part.view.hidden = true;
};

const draw = (part, query) => part.draw({...part, query, body: part.shown.body});

/** Calls the API, unless its answer is there. */
const ask = async (part, query) => {
  const url = callUrl(...part.callOf(query));
  part.result.hidden = false;
  part.url.value = url;
  part.copy.textContent = 'Copy';
  running.abort();
  if (part.shown?.url === url) return draw(part, query);
  clear(part);
  if (key.value.trim() === '') {
    part.status.textContent = 'Paste your key to see the answer.';
    return;
  }
  running = new AbortController();
  const {signal} = running;
  part.status.textContent = 'Loading …';
  const answer = await call(url, key.value.trim(), signal).catch(error => ({error}));
  if (signal.aborted) return;
  part.status.textContent = '';
  if (answer.ok && answer.body) {
    part.shown = {url, body: answer.body};
    return draw(part, query);
  }
  part.answer.replaceChildren(answer.error ? unanswered(answer.error) : problem(answer));
};

/** The part and the query that the URL says. */
const current = () => {
  const {part: name, query} = readState();
  return {part: parts.find(each => each.name === name) ?? parts[0], query};
};

const answer = () => {
  const {part, query} = current();
  if (query !== undefined) return ask(part, query);
  running.abort();
  clear(part);
  part.result.hidden = true;
};

const show = () => {
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
  part.section.querySelector('form').addEventListener('submit', event => {
    event.preventDefault();
    const hash = hashOf(part.name, part.read());
    // The same call again is meant to be made again.
    part.shown = undefined;
    if (hash === location.hash) return show();
    location.hash = hash;
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
