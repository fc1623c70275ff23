import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import test from 'ava';
import {ClientRequest} from '#src/http/endpoint/client-request.ts';
import {createHttpServer} from '#src/http/server/server.ts';
import {collectGarbage} from '../../helpers/collect-garbage.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('its signal is aborted once the client has left, even if it is first read then', async t => {
  const arrived = Promise.withResolvers<readonly [IncomingMessage, ServerResponse]>();
  const server = createHttpServer((req, res) => arrived.resolve([req, res]));
  const connection = await openConnection(t, await onLoopback(t, server));
  connection.write(get);
  const [req, res] = await arrived.promise;
  const early = new ClientRequest({req, res});
  t.false(early.signal.aborted);
  connection.socket.destroy();
  await once(res, 'close');
  t.true(early.signal.aborted);
  t.true(new ClientRequest({req, res}).signal.aborted);
});

test('its signal is not aborted by the end of the response', async t => {
  const signals: AbortSignal[] = [];
  const server = createHttpServer((req, res) => {
    signals.push(new ClientRequest({req, res}).signal);
    res.end();
  });
  const connection = await openConnection(t, await onLoopback(t, server));
  connection.write(get.repeat(2));
  await connection.receive(/(?:HTTP.+?\r\n\r\n){2}/s);
  t.deepEqual(
    signals.map(({aborted}) => aborted),
    [false, false],
  );
});

test('with its signal, nothing of a request outlives a young garbage collection', async t => {
  const server = createHttpServer((req, res) => {
    new ClientRequest({req, res}).signal.throwIfAborted();
    res.end();
  });
  const connection = await openConnection(t, await onLoopback(t, server));
  const ask = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      connection.write(get);
      await once(connection.socket, 'data');
      if (count % 100 === 0) collectGarbage({type: 'minor'});
    }
  };
  const usedAfter = async (times: number) => {
    await ask(times);
    collectGarbage({type: 'minor'});
    collectGarbage({type: 'minor'});
    return process.memoryUsage().heapUsed;
  };
  await ask(1000);
  collectGarbage();
  const before = await usedAfter(1);
  // With a signal of Node it would be 1,200 bytes.
  const kept = ((await usedAfter(2000)) - before) / 2000;
  t.true(kept < 600, `${kept} bytes are left of each`);
});
