import {isDeepStrictEqual} from 'node:util';
import {ProblemResponse} from '#src/openapi/problem-responses.ts';
import type {History, Trouble} from './history.ts';
import type {Reply} from './http-client.ts';
import type {Dataset} from './imports.ts';
import type {Expected, Question} from './questions.ts';

/** A copy relies on what it read for a second; the rest is for a busy machine. */
const staleMs = 3_000;

/** How long after an outage requests may still be refused: clients of engines reconnect. */
const recoveryMs = 5_000;

/** Longer than anything is answered in, whatever is wrong. */
const slowestMs = 10_000;

/** What may answer so, by code. */
const excuses: Readonly<Record<string, readonly Trouble[]>> = {
  ServiceUnavailable: ['redis'],
  SearchUnavailable: ['elasticsearch', 'crowd'],
};

type Timed = {readonly from: number; readonly to: number};

export const isAsExpected = (
  question: Question,
  {status, body}: Reply,
  expected: Expected,
): boolean => {
  if (status !== expected.status) return false;
  if ('code' in expected) return (body as {readonly code?: string}).code === expected.code;
  if (!('body' in expected)) return body === undefined;
  const isBody = question.isBody ?? isDeepStrictEqual;
  return isBody(body, expected.body);
};

/** Judges replies by the datasets they name and by what was wrong while they were made. */
export const createJudge = (history: History, datasets: ReadonlyMap<string, Dataset>) => {
  /** What is wrong with a refusal as such. */
  const faultOfProblem = ({status, headers, body}: Reply): string | undefined => {
    const problem = ProblemResponse.safeParse(body);
    if (!problem.success) return 'is no problem document';
    if (headers['content-type'] !== 'application/problem+json') return 'has another type';
    if (problem.data.status !== status) return 'has two statuses';
    if (problem.data.requestId !== headers['x-request-id']) return 'has two request ids';
    const isRetryable = status === 429 || status === 503;
    if (isRetryable && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) return 'says no time';
    return undefined;
  };

  const faultOfData = (question: Question, reply: Reply, {from, to}: Timed) => {
    const version = reply.headers['x-dataset-version'];
    const dataset = datasets.get(String(version));
    if (!dataset) return `is of ${version}, which nobody imported`;
    if (!history.wasLive(dataset.version, from, to, staleMs)) return `is of ${version}, long gone`;
    if (reply.status === 304) return undefined;
    const expected = question.expected?.(dataset);
    return expected && isAsExpected(question, reply, expected)
      ? undefined
      : `is wrong for ${version}; it must be ${JSON.stringify(expected)}`;
  };

  /** In words what is wrong with a reply; nothing if it is right. */
  return (question: Question, reply: Reply, time: Timed): string | undefined => {
    const {status, body} = reply;
    const {from, to} = time;
    if (to - from > slowestMs) return `took ${Math.round(to - from)} ms`;
    const code = (body as {readonly code?: string} | undefined)?.code ?? '';
    const broken = status >= 400 && status !== 304 ? faultOfProblem(reply) : undefined;
    if (broken) return broken;
    if (status >= 500) {
      const isExcused = excuses[code]?.some(each => history.had(each, from, to, recoveryMs));
      return isExcused ? undefined : 'has no excuse';
    }
    const {always} = question;
    if (!always) return faultOfData(question, reply, time);
    return status === always.status && code === (always.code ?? '') ? undefined : 'is wrong';
  };
};
