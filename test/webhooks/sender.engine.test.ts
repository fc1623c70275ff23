import test from 'ava';
import {redisKeys} from '#core/access/redis.ts';
import type {Delivery} from '#core/access/webhooks.ts';
import {next, servingRedis} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {type Answering, aStage, publicUrl, receivers, status, verified} from './stage.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

test('a release notifies each webhook once, with counts and links and without vehicles', async t => {
  const {aSender, add, publish, deliveries} = await aStage(t);
  const {url, received} = await receivers(t, {'/a': status(204), '/b': status(200)});
  const [a, b] = [await add(url('/a')), await add(url('/b'))];
  const step = aSender();
  await step();
  await publish(1);
  await step();
  await step();

  for (const [path, {secret}] of [
    ['/a', a],
    ['/b', b],
  ] as const) {
    t.is(received(path).length, 1);
    const [notification] = received(path);
    if (notification === undefined) continue;
    t.deepEqual(verified(secret, notification), {
      type: 'dataset.published',
      timestamp: '2026-11-18T03:04:05.678Z',
      data: {
        serial: 1,
        version: '20261117-120000-0001',
        previousVersion: null,
        cause: 'Import',
        releasedAt: '2026-11-18T03:04:05.678Z',
        extractedAt: '2026-11-17T11:00:00.000Z',
        vehicleCount: 3,
        digest: '00000000000000aa',
        changedVehicles: 2,
        changes: {Registered: 1, Replated: 2},
        links: {
          dataset: `${publicUrl}/v1/dataset`,
          changes: `${publicUrl}/v1/changes?since=0`,
          releases: `${publicUrl}/v1/releases`,
          exports: `${publicUrl}/v1/exports`,
        },
      },
    });
    t.is(notification.headers['content-type'], 'application/json');
  }
  t.throws(() => verified(b.secret, received('/a')[0] as never));
  t.like(await deliveries(a.webhookId), [
    {state: 'delivered', attempts: 1, lastAnswer: 'HTTP 204', serial: 1},
  ]);
});

test('senders that run at once notify of a release once', async t => {
  const {aSender, add, publish} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  const steps = [aSender(), aSender(), aSender()];
  await Promise.all(steps.map(step => step()));
  for (const serial of [1, 2]) {
    await publish(serial);
    await Promise.all(steps.map(step => step()));
  }
  t.deepEqual(
    received('/').map(({body}) => JSON.parse(body).data.serial),
    [1, 2],
  );
  t.is(new Set(received('/').map(({id}) => id)).size, 2);
});

test('a first sender announces no release that is live already', async t => {
  const {aSender, add, publish} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  await publish(1);
  await aSender()();
  t.is(received('/').length, 0);
  await publish(2);
  await aSender()();
  t.deepEqual(
    received('/').map(({body}) => JSON.parse(body).data.serial),
    [2],
  );
});

test('a sender that was away announces every release that it missed', async t => {
  const {aSender, add, publish} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  await publish(1);
  await aSender()();
  for (const serial of [2, 3, 4]) await publish(serial);
  await aSender()();
  t.deepEqual(
    received('/')
      .map(({body}) => JSON.parse(body).data.serial)
      .toSorted(),
    [2, 3, 4],
  );
});

test('releases whose serials begin anew are announced', async t => {
  const {aSender, add, publish, client, prefix} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  const step = aSender();
  await publish(7);
  await step();
  for (const index of Object.keys(await client.indices.get({index: `${prefix}changes-*`}))) {
    await client.indices.delete({index});
  }
  await step();
  await publish(1);
  await step();
  t.deepEqual(
    received('/').map(({body}) => JSON.parse(body).data.serial),
    [1],
  );
});

test('a release that is announced again, as after Redis was restored, is not sent again', async t => {
  const {aSender, add, publish, redis} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  const step = aSender();
  await publish(1);
  await step();
  const before = await redis.get(redisKeys.announced('live'));
  for (const serial of [2, 3]) await publish(serial);
  await step();
  await redis.set(redisKeys.announced('live'), before ?? '');
  await step();
  t.is(received('/').length, 2);
});

test('a failed notification is sent again after growing pauses, for three days', async t => {
  const {aSender, add, publish, deliveries, pass, now} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(500)});
  const {webhookId, secret} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  await step();
  const pauses: number[] = [];
  for (;;) {
    const [delivery] = await deliveries(webhookId);
    if (!delivery?.dueAt) break;
    const pause = Date.parse(delivery.dueAt) - now();
    pauses.push(pause);
    pass(pause - 1);
    const before = received('/').length;
    await step();
    t.is(received('/').length, before, 'not before it is due');
    pass(1);
    await step();
    t.is(received('/').length, before + 1);
  }
  const planned = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 4 * hour];
  for (const [index, pause] of pauses.entries()) {
    const usual = planned[index] ?? 8 * hour;
    t.true(pause >= usual * 0.8 && pause <= usual * 1.2, `${index}: ${pause}`);
  }
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  t.true(total <= 3 * day && total > 3 * day - 10 * hour, String(total));
  t.like(await deliveries(webhookId), [
    {state: 'failed', lastAnswer: 'HTTP 500', attempts: pauses.length + 1},
  ]);
  t.is(new Set(received('/').map(({id}) => id)).size, 1);
  for (const each of received('/')) t.notThrows(() => verified(secret, each));
});

test('a receiver that recovers has its notification, and no more of them', async t => {
  const {aSender, add, publish, deliveries, pass} = await aStage(t);
  const {url, received} = await receivers(t, {
    '/': (response, before) => status(before < 2 ? 503 : 200)(response, before),
  });
  const {webhookId} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  for (let times = 0; times < 6; times += 1) {
    await step();
    pass(minute);
  }
  t.is(received('/').length, 3);
  t.like(await deliveries(webhookId), [{state: 'delivered', attempts: 3}]);
});

const isAnsweredWith = test.macro({
  title: (name = '') => `a receiver that ${name}`,
  async exec(t, answer: Answering, state: Delivery['state'], said: RegExp) {
    const {aSender, add, publish, deliveries} = await aStage(t);
    const {url, received} = await receivers(t, {'/': answer, '/elsewhere': status(200)});
    const {webhookId} = await add(url('/'));
    const step = aSender();
    await step();
    await publish(1);
    await step();
    t.is(received('/').length, 1);
    t.is(received('/elsewhere').length, 0);
    const [delivery] = await deliveries(webhookId);
    t.is(delivery?.state, state);
    t.regex(String(delivery?.lastAnswer), said);
  },
});

test(
  'never answers is asked again',
  isAnsweredWith,
  () => {},
  'pending',
  /^No response within 0\.3 s\.$/,
);
test(
  'redirects is not followed, and asked again',
  isAnsweredWith,
  response => response.writeHead(307, {location: '/elsewhere'}).end(),
  'pending',
  /^HTTP 307$/,
);
test(
  'accepts and never ends its answer has accepted',
  isAnsweredWith,
  response => response.writeHead(200, {'content-length': 10}).write('a'),
  'delivered',
  /^HTTP 200$/,
);
test(
  'accepts and breaks off has accepted',
  isAnsweredWith,
  response => {
    response.writeHead(200, {'content-length': 10}).write('a');
    setImmediate(() => response.destroy());
  },
  'delivered',
  /^HTTP 200$/,
);
test(
  'accepts at length has accepted',
  isAnsweredWith,
  response => response.writeHead(200).end('a'.repeat(10_000_000)),
  'delivered',
  /^HTTP 200$/,
);
test(
  'hangs up is asked again',
  isAnsweredWith,
  response => response.destroy(),
  'pending',
  /^ECONNRESET$/,
);
test(
  'answers no HTTP is asked again',
  isAnsweredWith,
  response => response.socket?.end('220 smtp.example.org ESMTP\r\n'),
  'pending',
  /^HPE_/,
);

test('a delivery whose sender was killed is taken up again when its lease ends', async t => {
  const {aSender, add, publish, webhooks, deliveries, pass, now} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  const {webhookId} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  const release = {serial: 1, name: 'changes-00000001-aaaaaaaa', body: '{}'};
  await webhooks.announce(release, [webhookId], now());
  const [killed] = await webhooks.take(now(), 30 * second, 10);
  if (killed === undefined) return t.fail();
  t.is(killed.webhookId, webhookId);
  t.deepEqual(await webhooks.take(now(), 30 * second, 10), []);
  pass(30 * second - 1);
  t.deepEqual(await webhooks.take(now(), 30 * second, 10), []);
  pass(1);
  await step();
  t.true(received('/').some(({id}) => id === killed.deliveryId));
  await webhooks.settle(killed, {...killed, state: 'failed'});
  const after = await deliveries(webhookId);
  t.true(after.length === 2 && after.every(({state}) => state === 'delivered'), 'it had changed');
});

test('deliveries are forgotten with the first release after 30 days', async t => {
  const {aSender, add, publish, deliveries, pass} = await aStage(t);
  const {url} = await receivers(t, {'/': status(200)});
  const {webhookId} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  await step();
  pass(30 * day - 1);
  await publish(2);
  await step();
  const serials = async () => (await deliveries(webhookId)).map(({serial}) => serial);
  t.deepEqual(await serials(), [2, 1]);
  pass(1);
  await publish(3);
  await step();
  t.deepEqual(await serials(), [3, 2]);
});

test('what is due is sent while Elasticsearch is away', async t => {
  const {aSender, add, publish, redis, pass} = await aStage(t);
  const {url, received} = await receivers(t, {
    '/': (response, before) => status(before === 0 ? 500 : 200)(response, before),
  });
  await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  await step();
  pass(minute);
  await aSender(redis, () => Promise.reject(new Error('Elasticsearch is away.')))();
  t.is(received('/').length, 2);
});

test('a sender goes on when Redis is back, and repeats what it could not note', async t => {
  const {way} = await startRedisProxy(t);
  const {aSender, add, publish, deliveries, keyPrefix, pass} = await aStage(t);
  const toStage = way.url.replace(/=.*/, `=${keyPrefix}`);
  const lossy = await servingRedis(t, toStage, {commandTimeout: 2_000});
  const {url, received} = await receivers(t, {
    '/': (response, before) => {
      if (before === 0) way.swallow();
      response.end();
    },
  });
  const {webhookId} = await add(url('/'));
  const step = aSender(lossy);
  await step();
  way.cut();
  await next(lossy, 'close');
  await publish(1);
  await step();
  t.is(received('/').length, 0);
  await way.mend();
  await next(lossy, 'ready');
  await step();
  t.like(await deliveries(webhookId), [{state: 'pending', attempts: 0}]);

  way.cut();
  await way.mend();
  await next(lossy, 'ready');
  pass(minute);
  await step();
  t.like(await deliveries(webhookId), [{state: 'delivered', attempts: 1}]);
  t.is(received('/').length, 2);
  t.is(new Set(received('/').map(({id}) => id)).size, 1);
});
