import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {koaBody} from 'koa-body';
import type {z} from 'zod';
import {brokenRules, type Occurrence, Problem, type ProblemKind} from '../problem.ts';
import type {Middleware, RequestContext} from '../request-context.ts';
import type {RequestBody} from './endpoint.ts';

export const bodyTooLarge = (maxBytes: number): Occurrence => ({
  detail: `The body must be at most ${maxBytes} bytes.`,
});

/** Says what koa-body inflates. */
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
    // It knows content codings in lower case only.
    headers['content-encoding'] = headers['content-encoding']?.toLowerCase();
    superviseInflation(ctx.req);
    try {
      await parse(ctx, async () => {});
    } catch (error) {
      // What is still sent can then be discarded.
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

/**
 * koa-body pipes a compressed body into a stream that inflates it, and drops that stream at the size
 * limit: an error it emits afterwards, as for a bad checksum, would end the process. Nor does the
 * stream end when the client leaves.
 */
const superviseInflation = (request: IncomingMessage): void => {
  const pipe = request.pipe.bind(request);
  request.pipe = destination => {
    const inflating = destination as unknown as Duplex;
    inflating.on('error', () => {});
    request.once('close', () => {
      if (!request.complete) inflating.destroy(new Error('The client has left.'));
    });
    return pipe(destination);
  };
};
