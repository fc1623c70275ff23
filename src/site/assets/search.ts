/*
 * Searches the list of everything that the reference explains, which is fetched when the first word is typed. On the
 * keyboard, `/` leads to the field, and Enter to the first result.
 */

import {unanswered} from './explorer/calls.ts';
import {element, fill, find} from './explorer/elements.ts';

const mostShown = 20;

const field = find<HTMLInputElement>('#find');
const status = find('search [role=status]');
const list = find('search ol');
const entriesUrl = new URL(`${field.dataset['entries']}`, document.baseURI);

/** The words of a text; `hasTowBar` is three. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The words of an entry; those of its name also in pairs, written as one word. */
const indexed = (text: string, name?: string): string[] => {
  const words = wordsOf(text);
  const pairs = words.map((word, at) => word + (words[at + 1] ?? ''));
  return name === 'title' ? [...words, ...pairs] : words;
};

type Entry = Readonly<Record<'title' | 'about' | 'url' | 'text', string>>;

const library = (): Promise<typeof import('minisearch')> =>
  import(new URL('minisearch.js', import.meta.url).href);

/** Loads the list and its index, which also matches unfinished words and words with a wrong letter. */
const load = async () => {
  const [{default: MiniSearch}, response] = await Promise.all([library(), fetch(entriesUrl)]);
  const entries: readonly Entry[] = await response.json();
  const index = new MiniSearch({
    fields: ['title', 'text'],
    tokenize: indexed,
    searchOptions: {
      tokenize: wordsOf,
      boost: {title: 3},
      prefix: true,
      fuzzy: 0.2,
      combineWith: 'AND',
    },
  });
  index.addAll(entries.map((entry, id) => ({...entry, id})));
  return {entries, index};
};
let loading: ReturnType<typeof load> | undefined;

const hrefOf = ({url}: Entry): string => new URL(url, entriesUrl).href;

const show = async (): Promise<void> => {
  loading ??= load();
  const {entries, index} = await loading;
  const words = field.value.trim();
  const found = index.search(words).flatMap(({id}) => entries[id] ?? []);
  status.textContent = `${found.length} found${found.length > mostShown ? `, ${mostShown} shown` : ''}.`;
  if (found.length === 0) status.textContent = words && `Nothing found for “${words}”.`;
  const link = (entry: Entry) =>
    element('li', element('a', {href: hrefOf(entry)}, entry.title, element('small', entry.about)));
  fill(list, found.slice(0, mostShown).map(link));
};

const fail = (error: unknown): void => {
  loading = undefined;
  status.textContent = unanswered(error);
};

field.addEventListener('input', () => show().catch(fail));

addEventListener('keydown', event => {
  const {key, target} = event;
  if (key === 'Enter' && target === field) list.querySelector('a')?.click();
  if (key !== '/' || (target as Element).matches('input, select, textarea')) return;
  event.preventDefault();
  field.focus();
});

/** Follows an old link, from when the reference was a single page. */
const follow = async (anchor: string): Promise<void> => {
  const {entries} = await load();
  const moved = entries.find(({url}) => url === anchor || url.endsWith(`#${anchor}`));
  if (moved) location.replace(hrefOf(moved));
};
const anchor = location.hash.slice(1);
const isOnePage = location.pathname.endsWith('/docs');
if (isOnePage && anchor !== '' && !document.getElementById(anchor)) follow(anchor).catch(fail);
