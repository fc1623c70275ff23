import type {ExecutionContext} from 'ava';
import {z} from 'zod';
import {errors} from '#src/api/errors.ts';
import type {Answer} from './start-api.ts';

const ProblemBody = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().startsWith('/'),
  code: z.string(),
  requestId: z.string(),
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  errors: z.record(z.string(), z.array(z.string()).min(1)).optional(),
});

/** What holds of every problem, whatever went wrong. Returns its body for what is particular. */
export const assertProblem = (
  t: ExecutionContext,
  {status, headers, body}: Answer,
  code: keyof typeof errors,
): z.output<typeof ProblemBody> => {
  const kind = errors[code];
  const problem = ProblemBody.parse(body);
  t.is(problem.code, code);
  t.is(status, kind.status);
  t.is(problem.status, kind.status);
  t.is(problem.title, kind.title);
  t.is(problem.type, `https://api.example/problems/${code}`);
  t.is(headers['content-type'], 'application/problem+json');
  t.is(headers['x-request-id'], problem.requestId);
  t.notRegex(JSON.stringify(problem), /node_modules|\.ts:\d|at async/);
  return problem;
};
