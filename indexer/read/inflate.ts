import {pipeline} from 'node:stream';
import {createGunzip, createInflateRaw, type Gunzip, type InflateRaw} from 'node:zlib';
import {ExtractRefused, type RefusalCode} from './extract-refused.ts';

const chunkSize = 256 * 1024;

/**
 * Inflates gzip data; several members one after the other are one content (RFC 1952 §2.2). The
 * checksums of gzip are checked on the way.
 *
 * @throws {ExtractRefused} at the end of data that is cut short or damaged.
 */
export const gunzipped = (compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  inflated(compressed, () => createGunzip({chunkSize}));

/**
 * Inflates the raw deflate data of a zip entry, `length` bytes long; only its framing is checked.
 *
 * @throws {ExtractRefused} at the end of data that is damaged, or does not end where it should.
 */
export const inflatedRaw = (
  compressed: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> => inflated(compressed, () => createInflateRaw({chunkSize}), length);

async function* inflated(
  compressed: AsyncIterable<Uint8Array>,
  create: () => Gunzip | InflateRaw,
  length?: number,
): AsyncGenerator<Uint8Array> {
  const engine = create();
  // Errors surface in the iteration below; `pipeline` requires a callback.
  pipeline(compressed, engine, () => undefined);
  try {
    for await (const chunk of engine) yield chunk;
    if (length !== undefined && engine.bytesWritten !== length) {
      throw new ExtractRefused('DataCorrupt');
    }
  } catch (error) {
    throw toRefusal(error);
  } finally {
    engine.destroy();
  }
}

/** By zlib's messages; every other one is about damaged data. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  'unexpected end of file': 'DataTruncated',
  'incorrect data check': 'ChecksumMismatch',
};

const toRefusal = (cause: unknown): unknown => {
  const {code, message} = cause as NodeJS.ErrnoException;
  if (!code?.startsWith('Z_')) return cause;
  return new ExtractRefused(refusals[message] ?? 'DataCorrupt', '', {cause});
};
