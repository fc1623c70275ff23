import type {ServerResponse} from 'node:http';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import Negotiator from 'negotiator';
import pLimit from 'p-limit';
import type {Middleware, RequestContext} from '../request-context.ts';

type Coding = 'br' | 'gzip';

/** The content codings offered to clients, in order of preference. */
const codings: readonly Coding[] = ['br', 'gzip'];

/** A shorter body is hardly smaller when compressed. */
const minBytes = 1024;

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const {BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT} = constants;

/**
 * Brotli's quality 4 takes as long as gzip and compresses as well. Its default window takes 4 MB of memory per
 * compression; one of 256 KB gives a result of the same size.
 */
const encoders: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: bytes =>
    brotli(bytes, {
      params: {
        [BROTLI_PARAM_QUALITY]: 4,
        [BROTLI_PARAM_LGWIN]: 18,
        [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: bytes => gzipped(bytes),
};

/** Larger bodies queue among themselves, so that no smaller one waits for them. */
const largeBytes = 64 * 1024;

/** Compresses a few large bodies at a time. */
const largePlaces = pLimit(2);

/** The encodings of bodies, kept as long as the body itself: pages and cached statistics are sent again. */
const encodings = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

const encode = (bytes: Buffer, coding: Coding): Promise<Buffer> => {
  const known = encodings.get(bytes) ?? new Map<Coding, Promise<Buffer>>();
  const make = () => encoders[coding](bytes);
  const encoded = known.get(coding) ?? (bytes.length < largeBytes ? make() : largePlaces(make));
  encodings.set(bytes, known.set(coding, encoded));
  return encoded;
};

/** The types lack this option: among codings that the client likes equally, our order decides. */
type Negotiation = {
  readonly encoding: (
    available: readonly string[],
    options: {readonly preferred: readonly string[]},
  ) => string | undefined;
};

/** In characters. Clients list some five codings; to parse thousands would take longer than a lookup. */
const maxAccepted = 1_000;

/**
 * The coding of ours that a client prefers. One that accepts none, not even `identity`, gets the body
 * uncompressed (RFC 9110 §12.5.3).
 */
const codingFor = ({headers}: RequestContext): Coding | undefined => {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || accepted.length > maxAccepted) return undefined;
  // A client that accepts anything may be too old to know br.
  const negotiator: Negotiation = new Negotiator({
    headers: {'accept-encoding': accepted === '*' ? 'gzip' : accepted},
  });
  const preferred = negotiator.encoding([...codings, 'identity'], {preferred: codings});
  return codings.find(coding => coding === preferred);
};

/** Compresses a body for a client that asks for it. */
const compress = async (ctx: RequestContext, body: string | Buffer): Promise<void> => {
  const coding = codingFor(ctx);
  if (coding === undefined) return;
  ctx.body = await encode(Buffer.isBuffer(body) ? body : Buffer.from(body), coding);
  ctx.set('Content-Encoding', coding);
};

/** Smaller bodies are not worth counting: all connections together hold little of them. */
const countedFrom = 16 * 1024;

/** A response takes memory until its client has read it. */
const defaultMaxBytes = 192 * 1024 ** 2;

/**
 * Compresses bodies, and bounds the memory of those that their clients have not read yet: beyond `maxBytes` in total,
 * the connections whose bodies have waited longest are cut. A client that reads at a usual pace is never among them; to
 * refuse new requests instead would let clients that read nothing keep everybody out. A body that is sent to many
 * clients counts once.
 */
export const responseBody = (maxBytes = defaultMaxBytes): Middleware => {
  const waiting = new Map<ServerResponse, Buffer>();
  const readers = new Map<Buffer, number>();
  let sum = 0;

  const remove = (response: ServerResponse): void => {
    const body = waiting.get(response);
    if (body === undefined) return;
    waiting.delete(response);
    const others = (readers.get(body) ?? 1) - 1;
    if (others > 0) return void readers.set(body, others);
    readers.delete(body);
    sum -= body.length;
  };

  return async (ctx, next) => {
    ctx.vary('Accept-Encoding');
    await next();
    const {res, method, body: whole} = ctx;
    const isText = typeof whole === 'string' || Buffer.isBuffer(whole);
    if (isText && (ctx.length ?? 0) >= minBytes) await compress(ctx, whole);
    const {body} = ctx;
    if (!Buffer.isBuffer(body) || body.length < countedFrom || method === 'HEAD') return;
    const others = readers.get(body) ?? 0;
    if (others === 0) sum += body.length;
    readers.set(body, others + 1);
    waiting.set(res, body);
    res.once('close', () => remove(res));
    for (const longest of waiting.keys()) {
      if (sum <= maxBytes) break;
      remove(longest);
      longest.destroy();
    }
  };
};
