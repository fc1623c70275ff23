import {element} from './elements.js';
import {queryText} from './state.js';

/** The URL of a call: paths begin at the address of this page, below which a proxy may serve the API. */
export const callUrl = (path, query) => {
  const url = new URL(`.${path}`, document.baseURI);
  url.search = queryText(query);
  return url.href;
};

const parsed = text => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls the API. The key is in this header and nowhere else. */
export const call = async (url, key, signal) => {
  const headers = {Accept: 'application/json', 'X-Api-Key': key};
  const response = await fetch(url, {headers, cache: 'no-store', signal});
  const {ok, status} = response;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return {ok, status, retryAfter, body: parsed(await response.text())};
};

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** When to ask again: the quota of a month makes people wait for days. */
const waiting = seconds => {
  const [length, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 'second'];
  const number = Math.ceil(seconds / length);
  const at = new Date(Date.now() + seconds * 1000).toLocaleString();
  return `Try again in ${number} ${unit}${number === 1 ? '' : 's'}, at ${at}.`;
};

const paragraphs = text => (text === undefined ? [] : [element('p', {}, text)]);

/** The problem of a call that failed, in words. */
export const problem = ({status, retryAfter, body}) => {
  const {
    title = 'The service did not answer as it should.',
    detail,
    code,
    errors,
    requestId,
  } = body ?? {};
  const messages = Object.values(errors ?? {}).flat();
  return element(
    'div',
    {class: 'problem', role: 'alert'},
    element('p', {}, element('strong', {}, title)),
    // The messages are the detail, one by one.
    ...(messages.length > 0
      ? [element('ul', {}, ...messages.map(message => element('li', {}, message)))]
      : paragraphs(detail)),
    ...paragraphs(retryAfter > 0 ? waiting(retryAfter) : undefined),
    element(
      'p',
      {},
      `HTTP ${status} `,
      ...(code
        ? [
            element('a', {href: `problems/${encodeURIComponent(code)}`}, code),
            ` · request ${requestId}`,
          ]
        : []),
    ),
  );
};

/** Shown if there was no answer at all. */
export const unanswered = error =>
  element('p', {class: 'problem', role: 'alert'}, `No answer: ${error.message}`);
