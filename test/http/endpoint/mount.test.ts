import {createServer} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {z} from 'zod';
import {keyStart} from '#src/api/admission.ts';
import {errors, toProblem} from '#src/api/errors.ts';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import {mount} from '#src/http/endpoint/mount.ts';
import {requestId} from '#src/http/middleware/telemetry.ts';
import {errorHandler} from '#src/http/problem.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const endpoint = endpointsFor<null>();

const getThing = endpoint({
  operationId: 'getThing',
  tag: 'Things',
  path: '/things/{id}',
  summary: 'Get a thing, if it holds any.',
  params: {id: z.string()},
  responses: {200: z.object({id: z.string()}), 204: null},
  errors: [],
  handle: async ({params: {id}}) => ({body: id === 'empty' ? null : {id}, version: '7'}),
});

const postMany = endpoint({
  operationId: 'postMany',
  tag: 'Things',
  method: 'POST',
  path: '/things/many',
  summary: 'Get many things.',
  responses: {200: z.object({many: z.boolean()})},
  errors: [],
  handle: async () => ({body: {many: true}}),
});

/** Both endpoints, the one with a parameter declared first. */
const startThings = async (t: ExecutionContext) => {
  const app = new Koa<RequestState, object>();
  app.use(requestId(keyStart));
  app.use(errorHandler({publicUrl: 'https://api.example', toProblem, report: () => undefined}));
  app.use(
    mount([getThing, postMany], {
      admit: async () => ({
        keyId: 'a',
        services: null,
        inTurn: work => work(),
        headers: () => ({}),
        charge: async () => undefined,
        refund: async () => {},
      }),
      currentVersion: async () => '7',
      versionHeaders: version => ({'X-Version': version}),
      contractVersion: '1',
      errors,
      unknownParameters: () => '',
      commonErrors: [errors.InternalError],
      toProblem,
      validateResponses: true,
    }),
  );
  const port = await onLoopback(t, createServer(app.callback()));
  return (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, {method, headers: {Connection: 'close'}});
};

test('a fixed segment takes precedence over a parameter, whatever the method', async t => {
  const ask = await startThings(t);
  t.deepEqual(await (await ask('/things/many', 'POST')).json(), {many: true});
  const got = await ask('/things/many');
  t.is(got.status, 405);
  t.is(got.headers.get('Allow'), 'POST');
  t.like(await got.json(), {code: 'MethodNotAllowed'});
  t.deepEqual(await (await ask('/things/1')).json(), {id: '1'});
});

test('an empty result is 204 without a body, with the version of its data', async t => {
  const ask = await startThings(t);
  const answer = await ask('/things/empty');
  t.is(answer.status, 204);
  t.is(answer.headers.get('X-Version'), '7');
  t.is(answer.headers.get('ETag'), null);
  t.is(answer.headers.get('Content-Type'), null);
  t.is(await answer.text(), '');
});
