import type {IncomingMessage} from 'node:http';
import {type Duplex, Readable} from 'node:stream';
import {koaBody} from 'koa-body';
import pLimit from 'p-limit';
import type {z} from 'zod';
import {brokenRules, type Occurrence, Problem, type ProblemKind} from '../problem.ts';
import type {Middleware, RequestContext} from '../request-context.ts';
import type {RequestBody} from './endpoint.ts';

export const bodyTooLarge = (maxBytes: number): Occurrence => ({
  detail: `The body must be at most ${maxBytes} bytes.`,
});

/** The codings that koa-body inflates. */
const codings = 'It may be compressed with gzip, deflate or br.';

/** Reads an endpoint's request body; throws a problem of these kinds for an invalid one. */
export const bodyReader = <Schema extends z.ZodType>(
  {schema, maxBytes, rule, malformed}: RequestBody<Schema>,
  errors: Readonly<Record<'ValidationFailed' | 'PayloadTooLarge', ProblemKind>>,
) => {
  const parse = koaBody({jsonLimit: maxBytes, jsonStrict: false}) as Middleware;
  const invalid = (message: string) =>
    new Problem(errors.ValidationFailed, brokenRules([[rule, message]]));
  const tooLarge = () => new Problem(errors.PayloadTooLarge, bodyTooLarge(maxBytes));

  return async (ctx: RequestContext): Promise<z.output<Schema>> => {
    const {headers} = ctx.req;
    if (Number(headers['content-length']) > maxBytes) throw tooLarge();
    sendContinue(ctx);

    // koa-body chooses a parser by type; curl, for one, calls JSON a form.
    headers['content-type'] = 'application/json';
    // It knows content codings in lower case only, and not the old name of gzip (RFC 9110 §8.4.1.3).
    headers['content-encoding'] = headers['content-encoding']
      ?.toLowerCase()
      .replace(/^x-gzip$/, 'gzip');
    inflateInTurn(ctx.req, maxBytes);
    try {
      await parse(ctx, async () => {});
    } catch (error) {
      // The rest of the body can then be discarded.
      ctx.req.unpipe();
      // Not kept as the cause: koa-body's error carries the body, and with it plates, into a log.
      throw (error as {readonly status?: number}).status === 413
        ? tooLarge()
        : invalid(headers['content-encoding'] ? `${malformed} ${codings}` : malformed);
    }

    const result = schema.safeParse(ctx.request.body);
    if (result.success) return result.data;
    // One issue is enough: 500 entries can have 500 of them.
    throw invalid(result.error.issues[0]?.message ?? '');
  };
};

/** Sends `100 Continue` to a client that expects it, now that its body is wanted. */
const sendContinue = ({req, res}: RequestContext): void => {
  if (req.httpVersion === '1.1' && /\b100-continue\b/i.test(req.headers.expect ?? '')) {
    res.writeContinue();
  }
};

/** Fourteen bytes of Brotli can fill a window of 16 MB before any output appears, so few are inflated at once. */
const places = pLimit(2);

/** All bytes of a stream, up to a limit. */
const readAll = async (stream: Readable, maxBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream.iterator({destroyOnReturn: false})) {
    length += part.length;
    if (length > maxBytes) throw Object.assign(new Error('The body is too large.'), {status: 413});
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/**
 * koa-body pipes a compressed body into an inflating stream, and abandons that stream at the size limit with all its
 * memory: an error that it emits later, as for a bad checksum, would end the process. So the body is read before it is
 * inflated, which no slow client can prolong, and the stream ends with it.
 */
const inflateInTurn = (request: IncomingMessage, maxBytes: number): void => {
  const inflate = async function* (inflating: Duplex) {
    try {
      const sent = await readAll(request, maxBytes);
      yield await places(() => readAll(inflating.end(sent), maxBytes));
    } finally {
      inflating.destroy();
    }
  };
  request.pipe = destination =>
    Readable.from(inflate(destination as unknown as Duplex)) as unknown as typeof destination;
};
