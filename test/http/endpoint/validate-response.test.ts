import test from 'ava';
import {z} from 'zod';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {toProblem} from '#src/api/errors.ts';
import {type AnyEndpoint, endpointsFor} from '#src/http/endpoint/endpoint.ts';
import {validateResponse} from '#src/http/endpoint/response.ts';
import {catalogue, Problem} from '#src/http/problem.ts';

const kinds = catalogue({
  Declared: {status: 404, title: 'Declared.'},
  Common: {status: 429, title: 'Common.'},
  Other: {status: 404, title: 'Other.'},
});

const input = {params: {}, query: {}, body: undefined};

/** The checked handler of an endpoint with this implementation. */
const endpointThat = (handle: () => Promise<{readonly body: {readonly name: string} | null}>) => {
  const declared = endpointsFor<null>()({
    operationId: 'getThings',
    tag: 'Things',
    path: '/things',
    summary: 'Things.',
    responses: {200: z.strictObject({name: z.string()}), 204: null},
    errors: [kinds.Declared],
    handle,
  });
  return validateResponse(declared as AnyEndpoint<null>, [kinds.Common], toProblem);
};

const throwing = (error: unknown) =>
  endpointThat(async () => {
    throw error;
  });

test('a declared result passes', async t => {
  const answered = endpointThat(async () => ({body: {name: 'a'}}));
  t.deepEqual(await answered(input, null), {body: {name: 'a'}});
  const empty = endpointThat(async () => ({body: null}));
  t.deepEqual(await empty(input, null), {body: null});
});

test('a result that does not fit its schema is an error', async t => {
  const extra = endpointThat(async () => ({body: Object.assign({name: 'a'}, {extra: 1})}));
  await t.throwsAsync(extra(input, null), {message: /InternalError, which it does not declare/});
});

test('a declared or common problem passes', async t => {
  for (const kind of [kinds.Declared, kinds.Common]) {
    await t.throwsAsync(throwing(new Problem(kind))(input, null), {instanceOf: Problem});
  }
});

test('an undeclared problem is an error, and so is an undeclared outage', async t => {
  const undeclared = throwing(new Problem(kinds.Other))(input, null);
  await t.throwsAsync(undeclared, {message: '/things answered Other, which it does not declare.'});
  const outage = throwing(new SearchUnavailable())(input, null);
  await t.throwsAsync(outage, {message: /SearchUnavailable, which it does not declare/});
});
