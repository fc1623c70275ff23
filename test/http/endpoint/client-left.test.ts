import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import Koa from 'koa';
import {z} from 'zod';
import {admission, keyStart} from '#src/api/admission.ts';
import {errors, toProblem} from '#src/api/errors.ts';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import {mount} from '#src/http/endpoint/mount.ts';
import {requestId} from '#src/http/middleware/telemetry.ts';
import {errorHandler} from '#src/http/problem.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {createHttpServer} from '#src/http/server/server.ts';
import type {CallersServices} from '#src/services.ts';
import {fakeServices} from '../../helpers/fakes/services.ts';
import type {Scope} from '../../helpers/scope.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

/** A server with one endpoint; `refunds` and `reports` are what its requests lead to. */
const startThing = async (t: Scope, handle: (services: CallersServices) => Promise<void>) => {
  const refunds: unknown[] = [];
  const reports: unknown[] = [];
  const {promise: over, resolve: end} = Promise.withResolvers<void>();
  const refund = async (_: unknown, charge: unknown) => void refunds.push(charge);
  const getThing = endpointsFor<CallersServices>()({
    operationId: 'getThing',
    tag: 'Things',
    path: '/thing',
    summary: 'Get a thing.',
    responses: {200: z.object({})},
    errors: [],
    handle: async (_, services) => {
      await handle(services);
      return {body: {}};
    },
  });
  const report = (problem: unknown) => void reports.push(problem);
  const app = new Koa<RequestState, object>();
  app.use(requestId(keyStart));
  app.use((_, next) => next().finally(end));
  app.use(errorHandler({publicUrl: 'https://api.example', toProblem, report}));
  app.use(
    mount([getThing], {
      admit: admission(fakeServices({callers: {refund}})),
      currentVersion: async () => '7',
      versionHeaders: () => ({}),
      contractVersion: '1',
      errors,
      unknownParameters: () => '',
      commonErrors: [errors.InternalError],
      toProblem,
      validateResponses: true,
    }),
  );
  const port = await onLoopback(t, createHttpServer(app.callback()));
  const connection = await openConnection(t, port);
  connection.write('GET /thing HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n');
  return {connection, refunds, reports, over};
};

test('a client that leaves aborts the work that is under way for it', async t => {
  const asked = Promise.withResolvers<AbortSignal>();
  const {connection, refunds, reports, over} = await startThing(t, async ({request: {signal}}) => {
    asked.resolve(signal);
    await once(signal, 'abort');
    throw signal.reason;
  });
  const signal = await asked.promise;
  t.false(signal.aborted);
  connection.socket.destroy();
  await over;
  t.true(signal.aborted);
  t.deepEqual([refunds, reports], [[], []], 'it was admitted, and nothing failed');
});

test('a failure is reported and refunded although the client has left', async t => {
  const asked = Promise.withResolvers<void>();
  const {connection, refunds, reports, over} = await startThing(t, async ({request: {signal}}) => {
    asked.resolve();
    await once(signal, 'abort');
    throw new Error('A fault.');
  });
  await asked.promise;
  connection.socket.destroy();
  await over;
  t.is(refunds.length, 1);
  t.is(reports.length, 1);
});

test('the signal of a request is not aborted once its response is sent', async t => {
  const asked = Promise.withResolvers<AbortSignal>();
  const {connection} = await startThing(t, async ({request: {signal}}) => asked.resolve(signal));
  await connection.receive(/\r\n\r\n\{\}/);
  const signal = await asked.promise;
  connection.socket.destroy();
  await wait(20);
  t.false(signal.aborted);
});
