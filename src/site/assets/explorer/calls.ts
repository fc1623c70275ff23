import {type Content, element, find} from './elements.ts';

/*
 * The fragment of the page's URL holds its state: the part, and after `?` the query of its call. The fragment is
 * never sent, so that opening a link tells nobody which vehicle it is about. An id has its name beside it, as
 * `makeId.name`, so that a link can be read without a call.
 */

/** The reader's key; empty without one. */
export const keyOf = (): string => find<HTMLInputElement>('#key').value.trim();

/** A readable query: commas and colons need no escape there. */
const queryText = (query: URLSearchParams): string =>
  `${query}`.replaceAll('%2C', ',').replaceAll('%3A', ':');

export const hashOf = (part: string, query: URLSearchParams): string =>
  `#${part}?${queryText(query)}`;

/** The part and the query in the URL of the page; the query is undefined before the first call. */
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

/** Where a part shows the number of results, and the answer. */
type Places = Readonly<Record<'status' | 'answer', HTMLElement>>;

/** A part of the page. */
export type Part = {
  /** Whether it has an answer before its form is sent. */
  readonly asksAtOnce?: boolean;
  /** Fills in the fields of the form that its call depends on. */
  readonly fill: (query: URLSearchParams) => void;
  /** Heads the part with the identifier in the query, until an answer names the vehicle. */
  readonly head?: (query: URLSearchParams) => void;
  readonly urlOf: (query: URLSearchParams) => string;
  /** The subject of the part in words: "the vehicles". */
  readonly inWords?: (query: URLSearchParams) => string;
  /** Another way to find a vehicle that a call did not find. */
  readonly instead?: (query: URLSearchParams) => Content;
  /** Shows the body of an answer to the query. */
  readonly draw: (places: Places, body: unknown, query: URLSearchParams) => void;
};

/**
 * The URL of a call: members of the query fill in the path where it names them, and the others are sent, except names
 * of ids and `unsent` ones. Paths are relative to this page, since a proxy may serve the API below any path.
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
  // Samples put the URL between these quotes.
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
 * Makes fields choose how an answer is drawn: they are in the URL of the page, but not in that of the call, which the
 * returned function makes of a path and a query.
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

/** The place of a response's page in its list. */
export type Paging = Readonly<Record<'page' | 'totalPages' | 'totalCount', number>>;

const pageLink = (part: string, query: URLSearchParams, page: number, text: string) => {
  const other = new URLSearchParams(query);
  other.set('page', String(page));
  return element('a', {href: hashOf(part, other)}, text);
};

/** Links to the previous and the next page. */
export const paging = (part: string, query: URLSearchParams, {page, totalPages}: Paging) =>
  element(
    'nav',
    {'aria-label': 'Pages'},
    page > 1 && pageLink(part, query, page - 1, 'Previous page'),
    element('span', `Page ${page} of ${totalPages.toLocaleString('en')}`),
    page < totalPages && pageLink(part, query, page + 1, 'Next page'),
  );

/** A text parsed as JSON; undefined if it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The members of a problem. A response from something in front of the service may have none. */
type ProblemBody = {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string;
};

/** Calls the API with the reader's key, which is sent only in this header. */
export const send = (url: string, request: RequestInit, more = {}): Promise<Response> => {
  // A header allows no other characters, such as a zero-width one that was copied along. Such a key is invalid anyway.
  const key = keyOf().replaceAll(/[^ -~]/g, '?');
  const headers = {Accept: 'application/json', ...(key !== '' && {'X-Api-Key': key}), ...more};
  return fetch(url, {headers, cache: 'no-store', ...request});
};

/** Calls the API, and reads the answer. An unknown filter is an error, else a link would show more than it promises. */
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

/** When to retry: the quota of a month can make people wait for days. */
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
    // The detail consists of these messages.
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

/** The text to show if there was no response at all. */
export const unanswered = (error: unknown): string =>
  `No response: ${error instanceof Error ? error.message : error}`;
