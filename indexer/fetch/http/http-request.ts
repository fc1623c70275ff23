import {request as httpRequest, type IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {decoded} from '../decoded.ts';
import {FetchFailed} from '../fetch-failed.ts';

const mostRedirects = 10;

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** To be read to its end, or destroyed. */
  readonly body: IncomingMessage;
  /** Where it was found after all redirects. */
  readonly url: URL;
};

/**
 * Node's own `fetch` would end the process here: a server that closes the connection after the file,
 * while we still write to the disk what it sent before, is more than it can bear (nodejs/undici#5360).
 */
const ask = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpAnswer> => {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const body = await new Promise<IncomingMessage>((resolve, reject) => {
    // What goes wrong after the answer began is an error of its body; here it must be heard all the same.
    request(url, {headers, signal}).once('response', resolve).on('error', reject).end();
  });
  const status = body.statusCode ?? 0;
  return {status, headers: new Headers(headersOf(body)), body, url};
};

const headersOf = ({headersDistinct}: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );

/**
 * Asks for a file and follows redirects, to http and https alone. User and password of the address go
 * along as a header, as long as the origin stays.
 */
export const get = async (
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpAnswer> => {
  let url = withoutLogin(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const login = url.origin === address.origin ? authorization(address) : {};
    const asked = {'accept-encoding': 'identity', ...headers, ...login};
    const answer = await ask(url, asked, signal);
    const location = answer.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer;
    answer.body.destroy();
    url = redirected(location, url);
  }
  throw new FetchFailed(`${address.host} redirects in a circle. Check EXTRACT_URL.`);
};

const redirected = (location: string, from: URL): URL => {
  const url = URL.parse(location, from.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new FetchFailed(
      `${from.host} redirects to an address that is neither http nor https. Check EXTRACT_URL.`,
    );
  }
  return withoutLogin(url);
};

const withoutLogin = (address: URL): URL => {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
};

const authorization = ({username, password}: URL): Readonly<Record<string, string>> => {
  if (username === '' && password === '') return {};
  const login = [username, password].map(decoded).join(':');
  return {authorization: `Basic ${Buffer.from(login).toString('base64')}`};
};
