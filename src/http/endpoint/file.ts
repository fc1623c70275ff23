import type {FileHandle} from 'node:fs/promises';
import type {ServerResponse} from 'node:http';
import {pipeline, Transform} from 'node:stream';
import {z} from 'zod';
import {Problem, type ProblemKind} from '../problem.ts';
import type {RequestContext} from '../request-context.ts';

/** A response body that is a file, which is sent as it is, whole or in a range. */
export type FileBody = {
  readonly mediaType: string;
  readonly bytes: number;
  /** Of its content, in hexadecimal: the strong entity tag. */
  readonly sha256: string;
  /** Opens it; it is closed once the response has been read or the client has left. */
  readonly open: () => Promise<FileHandle>;
  /** The path of the file at the proxy in front, if that sends it. */
  readonly accelPath: string | undefined;
};

export const FileBody = z.custom<FileBody>().meta({
  override: {type: 'string', format: 'binary'},
  description: 'The file, or the requested range of it.',
});

type Range = {readonly start: number; readonly end: number};

const singleRange = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * The range that a request wants (RFC 9110 §14.1.2), or none if it begins past the end; undefined for the whole file,
 * which is also the answer to several ranges.
 */
const rangeOf = (ctx: RequestContext, bytes: number): Range | 'none' | undefined => {
  const condition = ctx.get('If-Range');
  // A date never matches: a file of that time can be another.
  const isOfOther = condition !== '' && condition !== ctx.response.get('ETag');
  if (ctx.method !== 'GET' || isOfOther) return undefined;
  const [, first = '', last = ''] = singleRange.exec(ctx.get('Range')) ?? [];
  if (first === '' && last === '') return undefined;
  const isSuffix = first === '';
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return undefined;
  const start = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start < bytes ? {start, end} : 'none';
};

/** Passes on a number of bytes, and fails if there are fewer, because the client would wait for the rest. */
const allOf = (bytes: number): Transform => {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(null, chunk);
    },
    flush: done => done(left > 0 ? new Error(`The file ends ${left} bytes too early.`) : null),
  });
};

/** Maximum number of files sent to one key at once. Each takes half a megabyte while its client hardly reads. */
const mostPerKey = 64;

const sending = new Map<string, Set<ServerResponse>>();

/** If too many files are being sent to a key, cuts the oldest download, which its client can resume. */
const makeRoom = (keyId: string, response: ServerResponse): void => {
  if (response.closed) return;
  const ofKey = sending.get(keyId) ?? new Set();
  sending.set(keyId, ofKey.add(response));
  response.once('close', () => {
    // One that was cut left earlier: by now there can be another set.
    if (ofKey.delete(response) && ofKey.size === 0) sending.delete(keyId);
  });
  const [longest] = ofKey;
  if (ofKey.size <= mostPerKey || !longest) return;
  // It closes later; the next one that begins meanwhile has to cut another.
  ofKey.delete(longest);
  longest.destroy();
};

/** A proxy in front that sends the file sets these itself, and reads conditions and ranges. */
export const fileHeaders = ({sha256, accelPath}: FileBody) =>
  accelPath === undefined ? {ETag: `"${sha256}"`, 'Accept-Ranges': 'bytes'} : {};

/** Sends a file as fast as its client reads it, until the client leaves. */
export const sendFile = async (
  ctx: RequestContext,
  {mediaType, bytes, open, accelPath}: FileBody,
  rangeNotSatisfiable: ProblemKind,
): Promise<void> => {
  ctx.set('Content-Type', mediaType);
  if (accelPath !== undefined) {
    ctx.set('X-Accel-Redirect', accelPath);
    ctx.body = Buffer.alloc(0);
    return;
  }
  const range = rangeOf(ctx, bytes);
  if (range === 'none') {
    throw new Problem(rangeNotSatisfiable, {headers: {'Content-Range': `bytes */${bytes}`}});
  }
  const {start, end} = range ?? {start: 0, end: bytes - 1};
  if (range) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${bytes}`);
  }
  const length = end - start + 1;
  if (ctx.method !== 'HEAD') {
    const content = (await open()).createReadStream({start, end});
    // The last stream reports errors to Koa.
    ctx.body = pipeline(content, allOf(length), () => {});
    makeRoom(ctx.state.keyId ?? '', ctx.res);
  }
  ctx.length = length;
};
