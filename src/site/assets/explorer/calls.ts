import {type Content, element, find} from './elements.ts';

/*
 * What the page shows is in the fragment of its URL: the part, and behind `?` the query of its call. The fragment is
 * never sent, so that opening a link tells nobody which vehicle it is about. Beside an id stands its name, as
 * `makeId.name`, so that a link can be read without a call.
 */

/** The reader's key; empty without one. */
export const keyOf = (): string => find<HTMLInputElement>('#key').value.trim();

/** A query that can be read: a comma and a colon may stand in one as they are. */
const queryText = (query: URLSearchParams): string =>
  `${query}`.replaceAll('%2C', ',').replaceAll('%3A', ':');

export const hashOf = (part: string, query: URLSearchParams): string =>
  `#${part}?${queryText(query)}`;

/** The part and the query in the URL of the page; without a query nothing is asked yet. */
export const readState = () => {
  const [, part, query] = /^#(\w*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {part, query: query === undefined ? undefined : new URLSearchParams(query)};
};

/** The fields of a form that are filled in, as a query. Several values of a name are one, with commas. */
export const queryOf = (form: HTMLFormElement): URLSearchParams => {
  const fields = new FormData(form);
  const query = new URLSearchParams();
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name).map(value => String(value).trim());
    const value = values.filter(Boolean).join(',');
    if (value !== '') query.set(name, value);
  }
  return query;
};

/** Where a part shows how much was found, and the answer. */
type Places = Readonly<Record<'status' | 'answer', HTMLElement>>;

/** A part of the page. */
export type Part = {
  /** Whether it has an answer before its form is sent. */
  readonly asksAtOnce?: boolean;
  /** Fills the form in, as far as its call depends on it. */
  readonly fill: (query: URLSearchParams) => void;
  /** Heads the part with what is asked for, until an answer names it. */
  readonly head?: (query: URLSearchParams) => void;
  readonly urlOf: (query: URLSearchParams) => string;
  /** Says what it shows: "the vehicles". */
  readonly inWords?: (query: URLSearchParams) => string;
  /** Another way to what a call did not find. */
  readonly instead?: (query: URLSearchParams) => Content;
  /** Shows the body of an answer to the query. */
  readonly draw: (places: Places, body: unknown, query: URLSearchParams) => void;
};

/**
 * The URL of a call: the query fills in the path as far as this names its members, and the rest is sent, but for names
 * of ids and for `unsent` ones. Paths begin at the address of this page, below which a proxy may serve the API.
 */
export const callUrl = (
  path: string,
  query: URLSearchParams,
  unsent: readonly string[] = [],
): string => {
  const sent = ([name]: readonly [string, string]) =>
    !name.endsWith('.name') && !unsent.includes(name);
  const rest = new URLSearchParams([...query].filter(sent));
  const filledIn = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name);
    return encodeURIComponent(query.get(name) ?? '');
  });
  const url = new URL(`.${filledIn}`, document.baseURI);
  url.search = queryText(rest);
  // It stands between quotes where it is copied from.
  return url.href.replaceAll("'", '%27');
};

/** A call as a program makes it, in the languages that the page names. */
export const samplesOf = (url: string): readonly string[] => [
  `curl -H "X-Api-Key: $KEY" '${url}'`,
  `const response = await fetch(
  '${url}',
  {headers: {'X-Api-Key': key}},
);
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();`,
];

/**
 * Makes fields choose how an answer is drawn: they are in the URL of the page, and not in that of the call, which the
 * result makes of a path and a query.
 */
export const viewedBy = (part: string, fields: readonly HTMLSelectElement[]) => {
  for (const field of fields) {
    field.addEventListener('change', () => {
      const {query = new URLSearchParams()} = readState();
      if (field.value === '') query.delete(field.name);
      else query.set(field.name, field.value);
      location.hash = hashOf(part, query);
    });
  }
  const unsent = fields.map(({name}) => name);
  return (path: string, query: URLSearchParams) => callUrl(path, query, unsent);
};

/** Which page of a list is answered. */
export type Paging = Readonly<Record<'page' | 'totalPages' | 'totalCount', number>>;

const pageLink = (part: string, query: URLSearchParams, page: number, text: string) => {
  const other = new URLSearchParams(query);
  other.set('page', String(page));
  return element('a', {href: hashOf(part, other)}, text);
};

/** The way to the pages before and after. */
export const paging = (part: string, query: URLSearchParams, {page, totalPages}: Paging) =>
  element(
    'nav',
    {'aria-label': 'Pages'},
    page > 1 && pageLink(part, query, page - 1, 'Previous page'),
    element('span', `Page ${page} of ${totalPages.toLocaleString('en')}`),
    page < totalPages && pageLink(part, query, page + 1, 'Next page'),
  );

/** A text as JSON; undefined if it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The members of a problem; of an answer by something before the service, none. */
type ProblemBody = {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string;
};

/** Calls the API with the reader's key, which is in this header and nowhere else. */
export const send = (url: string, request: RequestInit, more = {}): Promise<Response> => {
  // A header takes no other characters, such as one without width that was copied along. Then the key is not valid.
  const key = keyOf().replaceAll(/[^ -~]/g, '?');
  const headers = {Accept: 'application/json', ...(key !== '' && {'X-Api-Key': key}), ...more};
  return fetch(url, {headers, cache: 'no-store', ...request});
};

/** Calls the API, and reads what the answer says. A filter that it does not know is a problem: else a link would show more than it says. */
export const call = async (url: string, signal: AbortSignal) => {
  const response = await send(url, {signal}, {Prefer: 'handling=strict'});
  const {ok, status} = response;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return {ok, status, retryAfter, body: parsed(await response.text())};
};

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** When to ask again: the quota of a month makes people wait for days. */
const waiting = (seconds: number): string => {
  const [length, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 'second'];
  const after = new Intl.RelativeTimeFormat('en').format(Math.ceil(seconds / length), unit);
  const time = new Date(Date.now() + seconds * 1000);
  const at = time.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'});
  return `Try again ${after}, at ${at}.`;
};

/** The problem of a call that failed, in words. */
export const problem = ({
  status,
  retryAfter,
  body,
}: Awaited<ReturnType<typeof call>>): HTMLElement => {
  const {
    title = 'The service returned an unexpected response.',
    detail,
    code,
    errors,
    requestId,
  }: ProblemBody = body ?? {};
  const messages = Object.values(errors ?? {}).flat();
  return element(
    'div',
    {class: 'problem', role: 'alert'},
    element('p', element('strong', title)),
    // The messages are the detail, one by one.
    messages.length > 0
      ? element('ul', ...messages.map(message => element('li', message)))
      : detail && element('p', detail),
    retryAfter > 0 && element('p', waiting(retryAfter)),
    element(
      'p',
      `HTTP ${status} `,
      code && element('a', {href: `problems/${encodeURIComponent(code)}`}, code),
      requestId && ` · request ${requestId}`,
    ),
  );
};

/** Shown if there was no answer at all. */
export const unanswered = (error: unknown): string =>
  `No response: ${error instanceof Error ? error.message : error}`;
