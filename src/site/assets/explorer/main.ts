/*
 * Shows the state in the fragment of the page's URL: fills in the form of the part, calls this service with the
 * reader's key, and draws the answer. Sending a form changes the fragment, which does the rest. The key stays in
 * its field.
 */

import {
  call,
  hashOf,
  keyOf,
  type Part,
  problem,
  queryOf,
  readState,
  samplesOf,
  unanswered,
} from './calls.ts';
import {copyOrSelect, element, fill, find, findAll} from './elements.ts';
import {releases} from './releases.ts';
import {statistics} from './statistics.ts';
import {withinSentence} from './values.ts';
import {identified, namesOne, vehicle} from './vehicle.ts';
import {vehicles} from './vehicles.ts';

const key = find<HTMLInputElement>('#key');
const keyForm = find<HTMLFormElement>('.key');
const nav = find('.parts');

const partOf = (name: string, section: HTMLElement, create: (section: HTMLElement) => Part) => {
  const result = find('.result', section);
  return {
    name,
    section,
    result,
    form: section.querySelector('form'),
    link: nav.querySelector<HTMLAnchorElement>(`[href="#${name}"]`),
    samples: findAll('.call code', section),
    copy: find('.copy', section),
    status: find('[role=status]', result),
    answer: find('.found', result),
    // The body that is shown, and the URL of its call.
    shown: undefined as {readonly url: string; readonly body: unknown} | undefined,
    ...create(section),
  };
};

type ShownPart = ReturnType<typeof partOf>;

/** The parts of this page: the explorer has three, of which the vehicle has no form; the page of releases has one. */
const parts = Object.entries({vehicles, statistics, vehicle, releases}).flatMap(([name, create]) =>
  findAll(`[data-part=${name}]`).map(section => partOf(name, section, create)),
);

let running = new AbortController();

/** Removes the previous answer. */
const clear = (part: ShownPart) => {
  part.shown = undefined;
  part.answer.replaceChildren();
};

/** The part and the query in the URL. */
const current = () => {
  const state = readState();
  const named = parts.find(
    ({name, form}) => name === state.part && (form || namesOne(state.query)),
  );
  const part = named ?? parts[0];
  if (!part) throw new Error('The page has no part.');
  const query = named && state.query;
  return {part, query: query ?? (part.asksAtOnce ? new URLSearchParams() : undefined)};
};

/** The call of a query, as programs make it. */
const showCall = ({urlOf, samples, copy}: ShownPart, query: URLSearchParams) => {
  for (const [at, text] of samplesOf(urlOf(query)).entries()) fill(samples[at] ?? copy, text);
  copy.textContent = 'Copy';
};

/** Says what a link will show once there is a key. */
const promise = ({section, inWords}: ShownPart, query: URLSearchParams): string => {
  if (!inWords) return 'Paste your key to see the answer.';
  const set = findAll('.set li', section).map(({textContent}) => `${textContent}`.replace(':', ''));
  const filters = set.filter(text => text !== 'Clear all').map(withinSentence);
  const what = [inWords(query), filters.join(', ')].filter(Boolean);
  return `This link shows ${what.join(' with ')}. Paste your key to see it.`;
};

/** Answers the query in the URL by a call of the API, unless that answer is shown already. */
const answer = async (): Promise<void> => {
  const {part, query} = current();
  running.abort();
  part.result.hidden = query === undefined;
  if (query === undefined) return clear(part);
  const url = part.urlOf(query);
  if (part.shown?.url === url) return part.draw(part, part.shown.body, query);
  clear(part);
  part.head?.(query);
  entitle(part);
  if (keyOf() === '') {
    part.status.textContent = promise(part, query);
    return;
  }
  running = new AbortController();
  const {signal} = running;
  part.status.textContent = 'Loading…';
  const found = await call(url, signal).catch((error: unknown) => ({error}));
  if (signal.aborted) return;
  part.status.textContent = '';
  if ('error' in found) {
    fill(part.answer, element('p', {class: 'problem', role: 'alert'}, unanswered(found.error)));
    return;
  }
  if (found.ok && found.body) {
    try {
      part.draw(part, found.body, query);
      part.shown = {url, body: found.body};
      // An answer names its vehicle.
      entitle(part);
    } catch (error) {
      // Something in front of the service can answer with JSON of its own.
      part.status.textContent = '';
      part.head?.(query);
      fill(part.answer, problem(found));
      throw error;
    }
    return;
  }
  fill(part.answer, problem(found), found.status === 404 && part.instead?.(query));
};

/** The link in an answer that was followed last. It disappears when its target is shown. */
let followed = '';

const pageTitle = document.title;

/** Names the content in the title, which distinguishes tabs and entries of the history. */
const entitle = ({section}: ShownPart) => {
  document.title = `${find('h2', section).textContent} · ${pageTitle}`;
};

const show = async (): Promise<void> => {
  const {part, query} = current();
  for (const {section, link} of parts) {
    section.hidden = section !== part.section;
    if (link) link.ariaCurrent = section === part.section ? 'page' : null;
  }
  // Another chart of the same answer leaves fields that were filled in but not sent yet.
  if (!query || part.shown?.url !== part.urlOf(query)) part.fill(query ?? new URLSearchParams());
  showCall(part, query ?? new URLSearchParams());
  if (part.link) part.link.href = query === undefined ? `#${part.name}` : hashOf(part.name, query);
  entitle(part);
  const answered = answer();
  if (followed === location.href) {
    (part.form ? part.result : part.section).scrollIntoView();
    part.status.focus({preventScroll: true});
  }
  await answered;
};

/** Goes to a state. If it is the current one, the call is repeated. */
const go = (part: ShownPart, query: URLSearchParams) => {
  const hash = hashOf(part.name, query);
  part.shown = undefined;
  if (hash === location.hash) void show();
  else location.hash = hash;
  part.result.hidden = false;
  part.result.scrollIntoView();
};

for (const part of parts) {
  const {form, copy, section, answer} = part;
  form?.addEventListener('submit', event => {
    event.preventDefault();
    go(part, queryOf(form));
  });
  form?.addEventListener('change', () => showCall(part, queryOf(form)));
  answer.addEventListener('click', ({target}) => {
    followed = (target as Element).closest('a')?.href ?? '';
  });
  copy.addEventListener('click', async () => {
    const code = find('.call [open] code', section);
    // This shows readers which language was copied.
    getSelection()?.selectAllChildren(code);
    copy.textContent = await copyOrSelect(`${code.textContent}`, code);
  });
  if (part.name !== 'vehicle') continue;
  const lookUp = find<HTMLFormElement>('.look-up');
  lookUp.hidden = false;
  lookUp.addEventListener('submit', event => {
    event.preventDefault();
    go(part, identified(find<HTMLInputElement>('input', lookUp).value));
  });
}

keyForm.addEventListener('submit', event => {
  event.preventDefault();
  current().part.result.scrollIntoView();
});
// Fields that were filled in but not sent yet stay.
key.addEventListener('change', () => {
  for (const part of parts) part.shown = undefined;
  return answer();
});
addEventListener('hashchange', show);
keyForm.hidden = false;
nav.hidden = false;
await show();
