import getRawBody, {type RawBodyError} from 'raw-body';
import type {z} from 'zod';
import {Problem, type ProblemKind} from '../problems/problem.ts';
import type {RequestContext} from '../request-context.ts';
import type {BodyFault, RequestBody} from './endpoint.ts';
import {isUnambiguous} from './member-names.ts';

export type BodyProblems = {
  readonly validationFailed: ProblemKind;
  readonly payloadTooLarge: ProblemKind;
};

/** Makes the reader of an endpoint's body, which throws a problem of these kinds for any bad one. */
export const bodyReader = <Schema extends z.ZodType>(
  {schema, maxBytes, rule, sentence}: RequestBody<Schema>,
  {validationFailed, payloadTooLarge}: BodyProblems,
) => {
  const broken = (detail: string) =>
    new Problem(validationFailed, {detail, errors: {[rule]: [detail]}});
  const refused = (fault: BodyFault | 'tooLarge') =>
    fault === 'tooLarge'
      ? new Problem(payloadTooLarge, {detail: `The body must be at most ${maxBytes} bytes.`})
      : broken(sentence(fault));

  return async (ctx: RequestContext): Promise<z.output<Schema>> => {
    const {'content-length': length = '0', 'content-encoding': coding = ''} = ctx.req.headers;
    if (Number(length) > maxBytes) throw refused('tooLarge');
    if (!uncompressed.test(coding)) throw refused('compressed');
    continueWhenAsked(ctx);

    const bytes = await bytesOf(ctx, maxBytes);
    if (typeof bytes === 'string') throw refused(bytes);
    const text = decoded(bytes);
    if (text === undefined) throw refused('notUtf8');
    const value = parsed(text);
    if (value === undefined) throw refused('notJson');
    if (!isUnambiguous(text)) throw refused('ambiguous');

    const result = schema.safeParse(value);
    if (result.success) return result.data;
    // One fault is enough to say: 500 entries can have 500 of them.
    throw broken(result.error.issues[0]?.message ?? '');
  };
};

const uncompressed = /^(identity)?$/i;

/** A client that waits for `100 Continue` gets it only here: once it is known that the body is wanted. */
const continueWhenAsked = ({req, res}: RequestContext): void => {
  if (req.httpVersion === '1.1' && /\b100-continue\b/i.test(req.headers.expect ?? '')) {
    res.writeContinue();
  }
};

/** What raw-body calls the ways in which a body does not arrive; the last is a client that left before. */
const faults = new Map<string | undefined, 'tooLarge' | 'cutOff'>([
  ['entity.too.large', 'tooLarge'],
  ['request.aborted', 'cutOff'],
  ['stream.not.readable', 'cutOff'],
]);

/** The whole body, or why there is none. More than `limit` of it is found out by reading no more. */
const bytesOf = async (
  {req}: RequestContext,
  limit: number,
): Promise<Buffer | 'tooLarge' | 'cutOff'> => {
  try {
    return await getRawBody(req, {limit});
  } catch (error) {
    const fault = faults.get((error as RawBodyError).type);
    if (fault === undefined) throw error;
    return fault;
  }
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

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
