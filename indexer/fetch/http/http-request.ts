import {decoded} from '../decoded.ts';
import {FetchFailed} from '../fetch-failed.ts';

const mostRedirects = 10;

export type HttpAnswer = {readonly response: Response; readonly url: URL};

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
    const response = await fetch(url, {
      headers: {'accept-encoding': 'identity', ...headers, ...login},
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
      return {response, url};
    }
    await response.body?.cancel();
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
