import {parse} from 'content-disposition';
import type {RemoteFile} from '../remote-file.ts';
import type {HttpAnswer} from './http-request.ts';

/** What the headers of an answer tell of the whole file, whether all of it is sent or a part. */
export const fileOf = ({headers, url}: HttpAnswer): RemoteFile => {
  const modified = Date.parse(headers.get('last-modified') ?? '');
  return {
    name: fileName(headers.get('content-disposition'), url),
    size: sizeOf(headers),
    modifiedAt: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    entityTag: headers.get('etag'),
  };
};

/** Where an answer begins in the file: that of a range says so, any other one is the whole. */
export const startOf = ({status, headers}: HttpAnswer): number =>
  status === 206 ? Number(rangeOf(headers)?.[1] ?? Number.NaN) : 0;

const rangeOf = (headers: Headers) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');

const sizeOf = (headers: Headers): number | null => {
  // The length is then that of what is sent, and the file has another.
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return null;
  const size = rangeOf(headers)?.[2] ?? headers.get('content-length');
  return size === null || !/^\d+$/.test(size) ? null : Number(size);
};

/** A name is the server's to choose, so nothing of it may lead out of the folder or hide the file. */
const fileName = (disposition: string | null, url: URL): string =>
  safe(disposition === null ? '' : (parse(disposition).parameters['filename'] ?? '')) ||
  safe(decodedOrNot(url.pathname)) ||
  'extract';

const safe = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-200);

const decodedOrNot = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
