import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';

/** A client of an engine that does as it is told, and how often that was asked. */
const startEngine = async (t: ExecutionContext, handle: RequestListener) => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.setHeader('X-Elastic-Product', 'Elasticsearch');
    response.setHeader('Content-Type', 'application/json');
    handle(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const {port} = server.address() as AddressInfo;
  const nodes = [`http://127.0.0.1:${port}`];
  const client = createElasticsearchClient({
    elasticsearch: {nodes, auth: undefined, ca: undefined},
  });
  t.teardown(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
  });
  return {client, requests: () => requests};
};

test('an engine that is too busy is asked once more', async t => {
  const {client, requests} = await startEngine(t, (_, response) => {
    response.statusCode = 503;
    response.end('{}');
  });
  await t.throwsAsync(client.count(), {name: 'ResponseError'});
  t.is(requests(), 2);
});

test('an engine that resets the connection is asked once more', async t => {
  const {client, requests} = await startEngine(t, request => void request.socket.destroy());
  await t.throwsAsync(client.count(), {name: 'ConnectionError'});
  t.is(requests(), 2);
});

test('an engine that does not answer is not asked again', async t => {
  const {client, requests} = await startEngine(t, () => undefined);
  await t.throwsAsync(client.count(), {name: 'TimeoutError'});
  t.is(requests(), 1);
});

test('an engine that refuses is not asked again', async t => {
  const {client, requests} = await startEngine(t, (_, response) => {
    response.statusCode = 400;
    response.end('{}');
  });
  await t.throwsAsync(client.count(), {name: 'ResponseError'});
  t.is(requests(), 1);
});
