import querystring from 'node:querystring';
import {parse} from 'content-disposition';
import {chunksOf, type Found, get} from './http-request.ts';
import {
  connectionFailed,
  FetchFailed,
  isSameVersion,
  RemoteChanged,
  type RemoteFile,
  type Source,
} from './source.ts';

/** One file at an http or https address. */
export const httpSource = (address: URL, stallMs: number): Source => {
  const place = address.origin;

  const toFailure = (error: unknown, signal: AbortSignal): unknown => {
    if (signal.aborted) return signal.reason;
    return error instanceof FetchFailed ? error : connectionFailed(place, error);
  };

  /** With GET: not every server answers HEAD, or answers it alike. */
  const newest = async (signal: AbortSignal): Promise<RemoteFile> => {
    try {
      const found = await get(address, {headers: {}, stallMs, signal});
      found.response.destroy();
      if (found.response.statusCode !== 200) throw refusal(found, place);
      return toFile(found);
    } catch (error) {
      throw toFailure(error, signal);
    }
  };

  return {
    place,
    newest,
    again: (_, signal) => newest(signal),
    async *read(file, from, signal) {
      try {
        const found = await get(address, {headers: rangeFrom(file, from), stallMs, signal});
        let at = startOf(found, file, from, place);
        for await (const bytes of chunksOf(found.response, stallMs, place)) {
          yield {at, bytes};
          at += bytes.length;
        }
      } catch (error) {
        throw toFailure(error, signal);
      }
    },
  };
};

/**
 * Asks for a range of the version in the part; of any other, the server sends the whole file. A weak
 * entity tag does not prove that two files are equal byte by byte (RFC 9110, 13.1.5).
 */
const rangeFrom = (
  {entityTag, modifiedAt}: RemoteFile,
  from: number,
): Readonly<Record<string, string>> => {
  const isStrong = entityTag !== null && !entityTag.startsWith('W/');
  const validator = isStrong ? entityTag : modifiedAt && new Date(modifiedAt).toUTCString();
  if (from === 0 || validator === null) return {};
  return {range: `bytes=${from}-`, 'if-range': validator};
};

/** The offset that a response begins at: 0 or the one asked for, in the same version. */
const startOf = (found: Found, file: RemoteFile, from: number, place: string): number => {
  const {statusCode} = found.response;
  if (statusCode !== 200 && statusCode !== 206) throw refusal(found, place);
  if (!isSameVersion({...toFile(found), name: file.name}, file)) {
    throw new RemoteChanged(`${file.name} changed at ${place} during the download.`);
  }
  const start = statusCode === 206 ? Number(rangeOf(found)?.[1]) : 0;
  if (start !== 0 && start !== from) {
    throw new FetchFailed(`${place} sent another range than requested.`);
  }
  return start;
};

const busy: ReadonlySet<number> = new Set([408, 425, 429]);

const refusal = ({response: {statusCode = 0}}: Found, place: string): FetchFailed => {
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

/** The whole file, as the headers describe it, also where the response is a range of it. */
const toFile = (found: Found): RemoteFile => {
  const {headers} = found.response;
  const modified = Date.parse(headers['last-modified'] ?? '');
  return {
    name: fileName(headers['content-disposition'], found.url),
    size: sizeOf(found),
    modifiedAt: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    entityTag: headers.etag ?? null,
  };
};

const rangeOf = ({response}: Found) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '');

const sizeOf = (found: Found): number | null => {
  const {headers} = found.response;
  // A length is that of the encoded content; the file has another.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return null;
  const size = rangeOf(found)?.[2] ?? headers['content-length'] ?? '';
  return /^\d+$/.test(size) ? Number(size) : null;
};

/** The server chooses the name, so it is reduced to one that stays in the folder and is not hidden. */
const fileName = (disposition: string | undefined, url: URL): string =>
  safe(disposition === undefined ? '' : (parse(disposition).parameters['filename'] ?? '')) ||
  safe(querystring.unescape(url.pathname)) ||
  'extract';

const safe = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-200);
