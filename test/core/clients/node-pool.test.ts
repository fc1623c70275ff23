import {createServer} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {Client} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {NodePool} from '#core/clients/elasticsearch.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

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
const start = async (t: ExecutionContext) => {
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
  const {one, other, ask, later} = await start(t);
  for (let request = 0; request < 10; request += 1) await ask();
  later(4999);
  await ask();
  t.is(one.asked.length, 3);
  t.is(other.asked.length, 6 + 10 + 1);
});

test('after that it is sent one ping, and once it answers, requests in turn', async t => {
  const {one, other, ask, later} = await start(t);
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
  const {one, ask, later} = await start(t);
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
  const {one, other, ask} = await start(t);
  other.is(false);
  for (let request = 0; request < 3; request += 1) await t.throwsAsync(ask());
  t.true(one.asked.length > 3);
});
