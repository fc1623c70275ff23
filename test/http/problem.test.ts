import {createServer} from 'node:http';
import test from 'ava';
import Koa from 'koa';
import {keyStart} from '#src/api/admission.ts';
import {toProblem} from '#src/api/errors.ts';
import {requestId} from '#src/http/middleware/telemetry.ts';
import {replaceKoaErrorHandler} from '#src/http/problem.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

test('an error outside any middleware is answered with a problem document', async t => {
  const app = new Koa<RequestState, object>();
  const publicUrl = 'https://api.example';
  const reported: string[] = [];
  replaceKoaErrorHandler(app, {
    publicUrl,
    toProblem,
    report: ({kind}) => void reported.push(kind.code),
  });
  app.use(requestId(keyStart));
  app.use(ctx => {
    ctx.body = {a: 1n};
  });

  const port = await onLoopback(t, createServer(app.callback()));
  const response = await fetch(`http://127.0.0.1:${port}/a`, {headers: {Connection: 'close'}});

  t.is(response.status, 500);
  t.is(response.headers.get('Content-Type'), 'application/problem+json');
  const body = await response.json();
  t.like(body, {
    code: 'InternalError',
    instance: '/a',
    requestId: response.headers.get('X-Request-Id'),
  });
  t.deepEqual(reported, ['InternalError']);
});
