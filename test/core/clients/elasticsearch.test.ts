import {createServer, type ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {Client, errors} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {asBytes} from '#core/clients/bytes-connection.ts';
import {createElasticsearchClient, NodePool} from '#core/clients/elasticsearch.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const json = {
  'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
  'x-elastic-product': 'Elasticsearch',
};

type Answer = (response: ServerResponse, n: number) => unknown;

/** The client of the API over an engine that answers the n-th request like this. */
const clientOf = async (t: ExecutionContext, answer: Answer) => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    answer(response, asked);
  });
  const port = await onLoopback(t, server);
  // The client never takes its only node for dead.
  const nodes = ['one', 'other'].map(path => `http://127.0.0.1:${port}/${path}`);
  const elasticsearch = {nodes, auth: undefined, ca: undefined};
  const client = createElasticsearchClient({elasticsearch});
  t.teardown(() => client.close());
  const request = {method: 'POST', path: '/i/_search', body: {}};
  return {
    client,
    ask: (signal = new AbortController().signal) =>
      client.transport.request<Uint8Array>(request, {...asBytes, signal}),
    askForObject: (signal = new AbortController().signal) =>
      client.transport.request(request, {signal}),
    asked: () => asked,
  };
};

const text = '{"name": "Å", "n": 9007199254740993}';

test('the bytes of a response are handed over as they are', async t => {
  const {ask, askForObject} = await clientOf(t, response => {
    response.writeHead(200, json).end(text);
  });
  const bytes = await ask();
  t.false(Buffer.isBuffer(bytes));
  t.is(Buffer.from(bytes).toString(), text);
  t.like(await askForObject(), {name: 'Å'});
});

test('a client with options of its own rejects redirects, too', async t => {
  const server = createServer((_, response) => {
    response.writeHead(301, {location: 'https://elastic.example.org/'}).end('<h1>Moved</h1>');
  });
  const nodes = [`http://127.0.0.1:${await onLoopback(t, server)}`];
  const elasticsearch = {nodes, auth: undefined, ca: undefined};
  const client = createElasticsearchClient({elasticsearch}, {maxRetries: 0});
  t.teardown(() => client.close());
  const {statusCode} = await t.throwsAsync(client.info(), {instanceOf: errors.ResponseError});
  t.is(statusCode, 301);
});

test('a request may ask for more time than the client grants others', async t => {
  const {client, asked} = await clientOf(t, response => {
    setTimeout(() => response.writeHead(200, json).end(text), 2_000);
  });
  const request = {method: 'POST', path: '/i/_search', body: {}};
  const bytes = await client.transport.request(request, {...asBytes, requestTimeout: 30_000});
  t.is(Buffer.from(bytes as Uint8Array).toString(), text);
  t.is(asked(), 1);
});

test('a client that is closed waits for no request that asked for more time', async t => {
  const asked = Promise.withResolvers<void>();
  const {client} = await clientOf(t, () => asked.resolve());
  const request = {method: 'POST', path: '/i/_search', body: {}};
  const pending = t.throwsAsync(
    client.transport.request(request, {...asBytes, requestTimeout: 20_000, maxRetries: 0}),
    {instanceOf: errors.ConnectionError},
  );
  await asked.promise;
  await client.close();
  await pending;
});

test('a refusal is the error that it is without bytes', async t => {
  const body = {error: {type: 'parsing_exception', reason: 'for a test'}, status: 400};
  const {ask} = await clientOf(t, response => {
    response.writeHead(400, json).end(JSON.stringify(body));
  });
  const error = await t.throwsAsync<errors.ResponseError>(ask(), {
    instanceOf: errors.ResponseError,
  });
  t.like(error, {statusCode: 400, body});
});

test('a response that breaks off is asked again once, then no connection', async t => {
  const {ask, asked} = await clientOf(t, response => {
    response.writeHead(200, {...json, 'content-length': 1000}).write(text);
    setImmediate(() => response.destroy());
  });
  await t.throwsAsync(ask(), {instanceOf: errors.ConnectionError});
  t.is(asked(), 2);
});

for (const [what, times, name, answer] of [
  [
    'is too busy',
    'once more',
    'ResponseError',
    response => response.writeHead(503, json).end('{}'),
  ],
  ['resets the connection', 'once more', 'ConnectionError', response => response.destroy()],
  ['does not answer', 'not again', 'TimeoutError', () => {}],
  ['refuses', 'not again', 'ResponseError', response => response.writeHead(400, json).end('{}')],
] as const satisfies readonly (readonly [string, string, string, Answer])[]) {
  test(`an engine that ${what} is asked ${times}`, async t => {
    const {client, asked} = await clientOf(t, answer);
    await t.throwsAsync(client.count(), {name});
    t.is(asked(), times === 'once more' ? 2 : 1);
  });
}

test('an engine that was too busy may answer when it is asked once more', async t => {
  const {ask, asked} = await clientOf(t, (response, n) => {
    response.writeHead(n === 1 ? 503 : 200, json).end(text);
  });
  t.is(Buffer.from(await ask()).toString(), text);
  t.is(asked(), 2);
});

for (const form of ['ask', 'askForObject'] as const) {
  test(`a response that its caller cuts off is no dead node (${form})`, async t => {
    const arriving = Promise.withResolvers<void>();
    const {client, asked, ...engine} = await clientOf(t, response => {
      response.writeHead(200, {...json, 'content-length': 1000}).write(text);
      setTimeout(arriving.resolve, 20);
    });
    const caller = new AbortController();
    const cutOff = t.throwsAsync(engine[form](caller.signal), {
      instanceOf: errors.RequestAbortedError,
    });
    await arriving.promise;
    caller.abort();
    await cutOff;
    t.is(asked(), 1);
    t.deepEqual(
      client.connectionPool.connections.map(({status}) => status),
      ['alive', 'alive'],
    );
  });
}

/** A node that is well or not, and what it was asked. */
const startNode = async (t: ExecutionContext) => {
  const asked: string[] = [];
  let isWell = true;
  const server = createServer(({method, url}, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(isWell ? 200 : 503, {
      'content-type': 'application/json',
      'x-elastic-product': 'Elasticsearch',
    });
    response.end(method === 'HEAD' ? undefined : '{}');
  });
  const port = await onLoopback(t, server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    is: (well: boolean) => {
      isWell = well;
    },
  };
};

/** Two nodes, of which the first has failed three requests at once, which the other answered. */
const startNodes = async (t: ExecutionContext) => {
  const [one, other] = [await startNode(t), await startNode(t)];
  const client = new Client({
    nodes: [one.url, other.url],
    ConnectionPool: NodePool,
    maxRetries: 1,
  });
  t.teardown(() => client.close());
  one.is(false);
  const ask = () => client.transport.request({method: 'GET', path: '/a'});
  const before = Date.now();
  await Promise.all(Array.from({length: 6}, ask));
  t.is(one.asked.length, 3);
  /** Chooses the node of a request so many milliseconds later. */
  const later = (ms: number) =>
    client.connectionPool.getConnection({
      now: before + ms,
      requestId: 1,
      name: 'test',
      context: null,
    });
  return {one, other, ask, later};
};

test('a node that failed a request gets none, not even a ping, for five seconds', async t => {
  const {one, other, ask, later} = await startNodes(t);
  for (let request = 0; request < 10; request += 1) await ask();
  later(4999);
  await ask();
  t.is(one.asked.length, 3);
  t.is(other.asked.length, 6 + 10 + 1);
});

test('after that it is sent one ping, and once it answers, requests in turn', async t => {
  const {one, other, ask, later} = await startNodes(t);
  one.is(true);
  for (let request = 0; request < 3; request += 1) later(10_000);
  while (one.asked.length < 5) {
    await wait(5);
    await ask();
  }
  t.deepEqual(one.asked.slice(3), ['HEAD /', 'GET /a']);
  t.false(other.asked.includes('HEAD /'));
});

test('a node that does not answer its ping gets another after five seconds', async t => {
  const {one, ask, later} = await startNodes(t);
  const pings = () => one.asked.filter(request => request === 'HEAD /').length;
  later(60_000);
  while (pings() < 1) await wait(5);
  await ask();
  await ask();
  while (pings() < 2) {
    later(120_000);
    await wait(5);
  }
  t.is(one.asked.length, 3 + pings());
});

test('while all nodes fail, all are asked', async t => {
  const {one, other, ask} = await startNodes(t);
  other.is(false);
  for (let request = 0; request < 3; request += 1) await t.throwsAsync(ask());
  t.true(one.asked.length > 3);
});
