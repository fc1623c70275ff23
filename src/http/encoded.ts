import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Brotli's quality 9 takes a fifth of the time of its 11, and its result is a tenth larger. */
const encoders = {
  br: (bytes: Buffer) => brotli(bytes, {params: {[constants.BROTLI_PARAM_QUALITY]: 9}}),
  gzip: (bytes: Buffer) => zip(bytes, {level: constants.Z_BEST_COMPRESSION}),
};

export type Coding = keyof typeof encoders;

/** The content codings that clients are offered, the better one first. */
export const codings = Object.keys(encoders) as readonly Coding[];

/** Below this many bytes a compressed body is hardly smaller. */
export const worthEncoding = 1024;

/** Bytes that are sent again and again: each coding of them is made once, when it is first asked for. */
export const encodedOnce = (bytes: Buffer) => {
  const made = new Map<Coding, Promise<Buffer>>();
  return (coding: Coding): Promise<Buffer> => {
    const encoded = made.get(coding) ?? encoders[coding](bytes);
    made.set(coding, encoded);
    return encoded;
  };
};
