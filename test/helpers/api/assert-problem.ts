import type {ExecutionContext} from 'ava';
import type {z} from 'zod';
import {errors} from '#src/api/errors.ts';
import {ProblemResponse} from '#src/openapi/problem-responses.ts';
import type {Answer} from './start-api.ts';

/** Asserts the invariants of every problem, and returns its body for further assertions. */
export const assertProblem = (
  t: ExecutionContext,
  {status, headers, body}: Answer,
  code: keyof typeof errors,
): z.output<typeof ProblemResponse> => {
  const kind = errors[code];
  const problem = ProblemResponse.parse(body);
  t.deepEqual<unknown, unknown>(problem, body, 'has members that are not described');
  t.regex(problem.instance, /^\//);
  t.is(problem.code, code);
  t.is(status, kind.status);
  t.is(problem.status, kind.status);
  t.is(problem.title, kind.title);
  t.is(problem.type, `https://api.example/problems/${code}`);
  t.is(headers['content-type'], 'application/problem+json');
  t.is(headers['x-request-id'], problem.requestId);
  if (status === 401) t.is(headers['www-authenticate'], 'ApiKey');
  t.notRegex(JSON.stringify(problem), /node_modules|\.ts:\d|at async/);
  return problem;
};
