import getRawBody, {type RawBodyError} from 'raw-body';
import type {z} from 'zod';
import type {Body} from './endpoint.ts';
import {Problem, type ProblemKind} from './problem.ts';
import type {RequestContext} from './request-state.ts';

export type BodyProblems = {
  readonly validationFailed: ProblemKind;
  readonly payloadTooLarge: ProblemKind;
};

/** Makes the reader of an endpoint's body, which throws a problem of these kinds for any bad one. */
export const bodyReader = <Schema extends z.ZodType>(
  {schema, maxBytes, rule}: Body<Schema>,
  {validationFailed, payloadTooLarge}: BodyProblems,
) => {
  const broken = (...sentences: readonly string[]) =>
    new Problem(validationFailed, {detail: sentences.join(' '), errors: {[rule]: sentences}});
  const tooLarge = () =>
    new Problem(payloadTooLarge, {detail: `The body must be at most ${maxBytes} bytes.`});

  const parsed = (bytes: Uint8Array): unknown => {
    const text = decoded(bytes);
    if (text === undefined) throw broken('The body must be UTF-8.');
    try {
      return JSON.parse(text);
    } catch {
      throw broken('The body must be JSON.');
    }
  };

  return async (ctx: RequestContext): Promise<z.output<Schema>> => {
    const {'content-length': length, 'content-encoding': coding = 'identity'} = ctx.req.headers;
    if (Number(length ?? 0) > maxBytes) throw tooLarge();
    if (coding.toLowerCase() !== 'identity') throw broken('The body must not be compressed.');
    continueWhenAsked(ctx);
    const bytes = await bytesOf(ctx, maxBytes);
    if (bytes === undefined) throw tooLarge();
    const result = schema.safeParse(parsed(bytes));
    if (result.success) return result.data;
    throw broken(...new Set(result.error.issues.map(({message}) => message)));
  };
};

/** Throws for bytes that are not UTF-8, and leaves a byte order mark in, which is no JSON. */
const utf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

/** A client that waits for `100 Continue` gets it only here: once it is known that the body is wanted. */
const continueWhenAsked = ({req, res}: RequestContext): void => {
  if (req.httpVersion === '1.1' && /\b100-continue\b/i.test(req.headers.expect ?? '')) {
    res.writeContinue();
  }
};

/** The whole body; nothing when there is more than `limit` of it, which is found out by reading no more. */
const bytesOf = async ({req}: RequestContext, limit: number): Promise<Buffer | undefined> => {
  try {
    return await getRawBody(req, {limit});
  } catch (error) {
    if ((error as RawBodyError).type === 'entity.too.large') return undefined;
    throw error;
  }
};
