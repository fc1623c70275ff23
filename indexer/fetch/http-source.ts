import {on} from 'node:events';
import querystring from 'node:querystring';
import {isDeepStrictEqual} from 'node:util';
import {parse} from 'content-disposition';
import {Agent, type Dispatcher, interceptors, request} from 'undici';
import {
  connectionFailed,
  FetchFailed,
  RemoteChanged,
  type RemoteFile,
  type Source,
  stalled,
} from './source.ts';

/** A response after all redirects. */
type Found = Dispatcher.ResponseData;

/**
 * One file at an http or https address. Redirects are followed, but only to http and https; user and
 * password are sent only to the origin of the address.
 */
export const httpSource = (address: URL, stallMs: number, signal: AbortSignal): Source => {
  const {host, origin: place} = address;

  const dispatcher = new Agent({
    connect: {timeout: stallMs},
    headersTimeout: stallMs,
    // This clock stops while a slow disk holds up the reading.
    bodyTimeout: stallMs,
    allowH2: false,
    // No connection is kept for a second request, which can be hours later.
    pipelining: 0,
  }).compose(interceptors.redirect({maxRedirections: 10, throwOnMaxRedirect: true}));

  const toFailure = (cause: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (cause instanceof FetchFailed) return cause;
    const {code = '', message} = cause as NodeJS.ErrnoException;
    if (/^UND_ERR_\w+_TIMEOUT$/.test(code)) return stalled(place, stallMs, cause);
    if (code === 'UND_ERR_REDIRECT_MAX' || /redirect loop/i.test(message)) {
      return new FetchFailed(`${host} redirects too often. Check EXTRACT_URL.`, {cause});
    }
    if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') {
      return new FetchFailed(
        `${host} redirects to an address that is neither http nor https. Check EXTRACT_URL.`,
        {cause},
      );
    }
    return connectionFailed(place, cause);
  };

  /** Sends a request. The caller must destroy the body of the response. */
  const get = async (range: Headers): Promise<Found> => {
    const headers = {'accept-encoding': 'identity', ...login(address), ...range};
    try {
      const found = await request(address, {dispatcher, headers, signal});
      // A body that is destroyed before its end emits an error, which nobody awaits.
      found.body.on('error', () => {});
      return found;
    } catch (error) {
      throw toFailure(error);
    }
  };

  /** Uses GET: some servers do not answer HEAD, or answer it differently. */
  const newest = async (): Promise<RemoteFile> => {
    const found = await get({});
    found.body.destroy();
    if (found.statusCode !== 200) throw refusal(found, place);
    return toFile(found);
  };

  return {
    place,
    newest,
    again: newest,
    async *read(file, from) {
      const found = await get(rangeFrom(file, from));
      try {
        let at = startOf(found, file, from, place);
        // Unlike the stream itself, this still yields the chunks that arrived before an error.
        for await (const [bytes] of on(found.body, 'data', {close: ['end'], highWaterMark: 16})) {
          yield {at, bytes};
          at += bytes.length;
        }
      } catch (error) {
        throw toFailure(error);
      } finally {
        found.body.destroy();
      }
    },
  };
};

type Headers = Readonly<Record<string, string>>;

const login = ({username, password}: URL): Headers => {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {authorization: `Basic ${Buffer.from(pair).toString('base64')}`};
};

/**
 * Asks for a range of the version in the part; if the file has another version, the server sends all of it. A
 * weak entity tag does not prove that two files are equal byte by byte (RFC 9110, 13.1.5).
 */
const rangeFrom = ({entityTag, modifiedAt}: RemoteFile, from: number): Headers => {
  const isStrong = entityTag !== null && !entityTag.startsWith('W/');
  const validator = isStrong ? entityTag : modifiedAt && new Date(modifiedAt).toUTCString();
  if (from === 0 || validator === null) return {};
  return {range: `bytes=${from}-`, 'if-range': validator};
};

/** The offset at which a response begins: 0 or the requested one, in the same version. */
const startOf = (found: Found, file: RemoteFile, from: number, place: string): number => {
  const {statusCode} = found;
  if (statusCode !== 200 && statusCode !== 206) throw refusal(found, place);
  if (!isDeepStrictEqual({...toFile(found), name: file.name}, file)) {
    throw new RemoteChanged(`${file.name} changed at ${place} during the download.`);
  }
  const start = statusCode === 206 ? Number(rangeOf(found)?.[1]) : 0;
  if (start !== 0 && start !== from) {
    throw new FetchFailed(`${place} sent a different range from the one requested.`);
  }
  return start;
};

const busy: ReadonlySet<number> = new Set([408, 425, 429]);

const refusal = ({statusCode}: Found, place: string): FetchFailed => {
  if (statusCode === 401 || statusCode === 403) {
    return new FetchFailed(
      `${place} denied access (${statusCode}). Check EXTRACT_URL, and the user and password in it.`,
    );
  }
  if (statusCode === 404 || statusCode === 410) {
    return new FetchFailed(
      `${place} has no such file (${statusCode}). Check the path in EXTRACT_URL.`,
    );
  }
  const isTransient = statusCode >= 500 || busy.has(statusCode);
  return new FetchFailed(`${place} answered ${statusCode}. Try again later.`, {isTransient});
};

/** The whole file as the headers describe it, even if the response is a range of it. */
const toFile = (found: Found): RemoteFile => {
  const modified = Date.parse(header(found, 'last-modified') ?? '');
  return {
    name: fileName(header(found, 'content-disposition'), urlOf(found)),
    size: sizeOf(found),
    modifiedAt: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    entityTag: header(found, 'etag') ?? null,
  };
};

/** The address that a response came from. */
const urlOf = ({context}: Found): URL | undefined =>
  (context as {readonly history: readonly URL[]}).history.at(-1);

/** The value of a header; if it was sent twice, the first. */
const header = ({headers}: Found, name: string): string | undefined => [headers[name]].flat()[0];

const rangeOf = (found: Found) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header(found, 'content-range') ?? '');

const sizeOf = (found: Found): number | null => {
  // The length is that of the encoded content, not of the file.
  if ((header(found, 'content-encoding') ?? 'identity') !== 'identity') return null;
  const size = rangeOf(found)?.[2] ?? header(found, 'content-length') ?? '';
  return /^\d+$/.test(size) ? Number(size) : null;
};

/** The server chooses the name, so it is reduced to one that stays in the folder and is not hidden. */
const fileName = (disposition: string | undefined, url: URL | undefined): string =>
  safe(disposition === undefined ? '' : (parse(disposition).parameters['filename'] ?? '')) ||
  safe(querystring.unescape(url?.pathname ?? '')) ||
  'extract';

const safe = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-200);
