import {type IncomingMessage, request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import type {Readable} from 'node:stream';
import {FetchFailed, stalled} from './source.ts';

const maxRedirects = 10;
const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

type Request = {
  readonly headers: Readonly<Record<string, string>>;
  readonly stallMs: number;
  readonly signal: AbortSignal;
};

/** A response after all redirects, and the address it came from. */
export type Found = {readonly response: IncomingMessage; readonly url: URL};

/**
 * Requests a file and follows redirects, to http and https alone. User and password are sent to the
 * origin of `address` only. The response is to be read to its end or destroyed.
 */
export const get = async (address: URL, request: Request): Promise<Found> => {
  let url = address;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const response = await respond(url, request);
    const {location} = response.headers;
    if (!redirects.has(response.statusCode) || location === undefined) return {response, url};
    response.destroy();
    url = redirected(location, url, address);
  }
  throw new FetchFailed(`${address.host} redirects too often. Check EXTRACT_URL.`);
};

const respond = (url: URL, {headers, stallMs, signal}: Request): Promise<IncomingMessage> => {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {headers: {'accept-encoding': 'identity', ...headers}, signal});
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    // Later errors are those of the response, but without a listener here they would end the process.
    request.once('response', resolve).on('error', reject).end();
  });
  return awaited(response, stallMs, () => request.destroy(stalled(url.origin, stallMs)));
};

const redirected = (location: string, from: URL, {origin, username, password}: URL): URL => {
  const url = URL.parse(location, from.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new FetchFailed(
      `${from.host} redirects to an address that is neither http nor https. Check EXTRACT_URL.`,
    );
  }
  const isSameOrigin = url.origin === origin;
  url.username = isSameOrigin ? username : '';
  url.password = isSameOrigin ? password : '';
  return url;
};

/**
 * The chunks of a body, which fails with `stalled` once one takes longer than `stallMs` to arrive. The
 * time the consumer takes, to write to the disk, does not count.
 */
export async function* chunksOf(body: Readable, stallMs: number, place: string) {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const stop = () => body.destroy(stalled(place, stallMs));
  try {
    for (;;) {
      const {done, value} = await awaited(chunks.next(), stallMs, stop);
      if (done) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}

const awaited = <Result>(result: Promise<Result>, stallMs: number, stop: () => void) => {
  const timer = setTimeout(stop, stallMs);
  return result.finally(() => clearTimeout(timer));
};
