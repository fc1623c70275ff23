import assert from 'node:assert/strict';
import type {z} from 'zod';
import {type ErrorCode, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {ProblemResponse} from '#src/openapi/problem-responses.ts';
import type {FuzzedRequest} from './arbitrary-request.ts';
import type {RawResponse} from './converse.ts';

/** The only statuses from 500 on: they say that the protocol is not spoken here. */
const ofProtocol: readonly number[] = [501, 505];

type Endpoint = (typeof endpoints)[number];
type Problem = z.output<typeof ProblemResponse>;

/** That a refusal is a problem document, whose parts say the same. */
const assertProblem = ({status, headers, body}: RawResponse): Problem => {
  assert.equal(headers.get('content-type'), 'application/problem+json');
  const problem = ProblemResponse.parse(JSON.parse(body));
  assert.deepEqual(problem, JSON.parse(body), 'a member is not described');
  const kind = errors[problem.code as ErrorCode];
  assert.deepEqual([status, problem.status, problem.title], [kind.status, kind.status, kind.title]);
  assert.equal(problem.requestId, headers.get('x-request-id'));
  assert.doesNotMatch(body, /node_modules|\.ts:\d|\bat async\b|127\.0\.0\.1|test-[0-9a-f]{8}/);
  if (status === 405) assert.match(headers.get('allow') ?? '', /^(GET, HEAD|POST)$/);
  if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(problem.errors !== undefined && problem.code !== 'ValidationFailed', false);
  return problem;
};

/** What holds for whatever the service says, whoever asked for it. */
export const assertResponse = (response: RawResponse): Problem | undefined => {
  const {status, headers, body} = response;
  assert.ok(status < 500 || ofProtocol.includes(status), `${status} ${body}`);
  assert.match(headers.get('x-request-id') ?? '', /^[\w.-]{1,64}$/);
  return status < 400 || body === '' ? undefined : assertProblem(response);
};

const pathOf = (target: string): string => target.split('?')[0] ?? '';

const isOf = ({path}: Endpoint, target: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathOf(target));

/** What holds, moreover, for the response to a request that is whole. */
const assertAnswers = (request: FuzzedRequest, response: RawResponse): void => {
  const {operationId, method, target} = request;
  const endpoint = endpoints.find(each => each.operationId === operationId);
  const problem = assertResponse(response);
  assert.equal(method === 'HEAD' && response.body !== '', false, 'a HEAD has a body');
  if (problem) assert.equal(problem.instance, pathOf(target));
  if (!endpoint || response.status !== 200 || response.body === '') return;
  if (method !== (endpoint.method ?? 'GET') || !isOf(endpoint, target)) return;
  const body: unknown = JSON.parse(response.body);
  assert.deepEqual(endpoint.responses[200].parse(body), body);
};

/**
 * That each request has its response, in order; after one that ends the connection there are no more.
 * Behind the requests comes the farewell of `converse`, unless the last of them ends the connection.
 */
export const assertAnswered = (
  requests: readonly FuzzedRequest[],
  responses: readonly RawResponse[],
): void => {
  const last = responses.at(-1);
  assert.equal(last?.headers.get('connection'), 'close', 'the connection is left open');
  const isLeftEarly = !last.body.includes('/v1/farewell');
  if (!isLeftEarly) assert.equal(responses.length, requests.length + 1, 'a response is missing');
  for (const [index, response] of responses.entries()) {
    const request = requests[index];
    if (request) assertAnswers(request, response);
    else assertResponse(response);
  }
};
