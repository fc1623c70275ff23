import test from 'ava';
import {accounts} from '#core/access/accounts.ts';
import {redisKeys} from '#core/access/redis.ts';
import {everywhereAfterMs} from '#core/domain/dataset.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {next, servingRedis} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {aStage, aWebhook, publicUrl, receivers, serialsOf, status, verified} from './stage.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

test('a release notifies each webhook once, with counts and links and without vehicles', async t => {
  const {aSender, add, publish, deliveries, pass} = await aStage(t);
  const {url, received} = await receivers(t, {'/a': status(204), '/b': status(200)});
  const [a, b] = [await add(url('/a')), await add(url('/b'))];
  const step = aSender();
  await step();
  await publish(1);
  await step();
  pass(everywhereAfterMs);
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

test('senders that run at once notify of a release once, and of none that was live before', async t => {
  const {aSender, add, publish, pass} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  const steps = [aSender(), aSender(), aSender()];
  for (const serial of [1, 2, 3]) {
    await publish(serial);
    await Promise.all(steps.map(step => step()));
    pass(everywhereAfterMs);
    await Promise.all(steps.map(step => step()));
  }
  t.deepEqual(serialsOf(received('/')), [2, 3]);
  t.is(new Set(received('/').map(({id}) => id)).size, 2);
});

test('a release is announced once no copy of the API answers from the one before', async t => {
  const {publish, step, serials, pass} = await aWebhook(t);
  await publish(1);
  await step();
  pass(everywhereAfterMs - 1);
  await step();
  t.deepEqual(serials(), []);
  pass(1);
  await step();
  t.deepEqual(serials(), [1]);
});

test('a sender that was away announces every release that it missed', async t => {
  const {publish, release, serials} = await aWebhook(t);
  await release(1);
  for (const serial of [2, 3]) await publish(serial);
  await release(4);
  t.deepEqual(serials().toSorted(), [1, 2, 3, 4]);
});

test('a sender that found no release is none that was away', async t => {
  const {add, publish, aSender, pass} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  await add(url('/'));
  await aSender()();
  for (const serial of [1, 2]) await publish(serial);
  const step = aSender();
  for (const serial of [3, 4]) {
    await step();
    pass(everywhereAfterMs);
    await step();
    await publish(serial);
  }
  t.deepEqual(serialsOf(received('/')), [3]);
});

test('releases whose serials begin anew are announced', async t => {
  const {client, prefix, step, release, serials} = await aWebhook(t);
  await release(7);
  for (const index of Object.keys(await client.indices.get({index: `${prefix}changes-*`}))) {
    await client.indices.delete({index});
  }
  await step();
  await release(1);
  t.deepEqual(serials(), [7, 1]);
});

test('a release that is announced again, as after Redis was restored, is not sent again', async t => {
  const {redis, publish, step, release, serials} = await aWebhook(t);
  await release(1);
  const before = await redis.get(redisKeys.announced('live'));
  await publish(2);
  await release(3);
  await redis.set(redisKeys.announced('live'), before ?? '');
  await step();
  t.is(serials().length, 3);
});

test('a sender whose Redis lost all its data announces no release that was live before', async t => {
  const {redis, keyPrefix, add, address, step, release, serials} = await aWebhook(t);
  for (const serial of [1, 2]) await release(serial);
  await step();
  const keys = await redis.keys(`${keyPrefix}*`);
  await redis.del(...keys.map(key => key.slice(keyPrefix.length)));
  const {accountId} = await anAccount(redis);
  await add(address, accountId);
  await step();
  t.deepEqual(serials(), [1, 2]);
  await release(3);
  t.deepEqual(serials(), [1, 2, 3]);
});

test('a failed notification is sent again after growing pauses, for three days', async t => {
  const {step, release, received, deliveries, secret, pass, now} = await aWebhook(t, status(500));
  await release(1);
  const pauses: number[] = [];
  for (;;) {
    const [delivery] = await deliveries();
    if (!delivery?.dueAt) break;
    const pause = Date.parse(delivery.dueAt) - now();
    pauses.push(pause);
    pass(pause - 1);
    await step();
    t.is(received().length, pauses.length, 'not before it is due');
    pass(1);
    await step();
    t.is(received().length, pauses.length + 1);
  }
  const planned = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 4 * hour];
  for (const [index, pause] of pauses.entries()) {
    const usual = planned[index] ?? 8 * hour;
    t.true(pause >= usual * 0.8 && pause <= usual * 1.2, `${index}: ${pause}`);
  }
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  t.true(total <= 3 * day && total > 3 * day - 10 * hour, String(total));
  t.like(await deliveries(), [
    {state: 'failed', lastAnswer: 'HTTP 500', attempts: pauses.length + 1},
  ]);
  t.is(new Set(received().map(({id}) => id)).size, 1);
  for (const each of received()) t.notThrows(() => verified(secret, each));
});

test('a receiver that fails, redirects, hangs up and recovers has its notification once', async t => {
  const {step, release, received, deliveries, pass} = await aWebhook(t, (response, before) => {
    if (before === 0) return response.writeHead(503).end();
    if (before === 1) return response.writeHead(307, {location: '/elsewhere'}).end();
    return before === 2 ? response.destroy() : response.writeHead(200).end();
  });
  await release(1);
  const answers: unknown[] = [];
  for (let times = 0; times < 6; times += 1) {
    answers.push((await deliveries())[0]?.lastAnswer);
    pass(hour);
    await step();
  }
  t.deepEqual(answers, ['HTTP 503', 'HTTP 307', 'ECONNRESET', 'HTTP 200', 'HTTP 200', 'HTTP 200']);
  t.is(received().length, 4);
  t.like(await deliveries(), [{state: 'delivered', attempts: 4}]);
});

test('a receiver that answers 410 gets nothing any more', async t => {
  const {webhooks, release, received, deliveries, pass} = await aWebhook(t, status(410));
  await release(1);
  const [failed] = await deliveries();
  t.like(failed, {state: 'failed', lastAnswer: 'HTTP 410'});
  t.not((await webhooks.list())[0]?.disabledAt, null);
  await webhooks.sendAgain(failed?.deliveryId ?? '');
  pass(minute);
  await release(2);
  t.is(received().length, 1);
  t.like(await deliveries(), [
    {serial: 1, state: 'failed', lastAnswer: 'The webhook is disabled.'},
  ]);
});

test('a webhook that is removed gets nothing any more', async t => {
  const {webhooks, webhookId, release, received, pass} = await aWebhook(t, status(500));
  await release(1);
  t.true(await webhooks.remove(webhookId));
  t.false(await webhooks.remove(webhookId));
  pass(hour);
  await release(2);
  t.is(received().length, 1);
  t.deepEqual(await webhooks.list(), []);
});

test('an account that ends gets nothing until it has a plan again', async t => {
  const {redis, accountId, add, address, step, release, received, deliveries, pass, now} =
    await aWebhook(t);
  const trial = await accounts(redis).create({name: 'Trial', trialEndsAt: new Date(now() + hour)});
  await accounts(redis).setPlan(accountId, undefined);
  await add(address, trial.accountId);
  await release(1);
  t.is(received().length, 1);
  t.like(await deliveries(), [{state: 'pending', lastAnswer: 'The account has no plan or trial.'}]);
  pass(hour);
  await release(2);
  t.is(received().length, 1);
  await accounts(redis).setPlan(accountId, 'tested');
  pass(minute);
  await step();
  t.is(received().length, 3);
});

test('both secrets sign for a day after a rotation, then the new one alone', async t => {
  const {webhooks, webhookId, secret: old, release, received, pass, now} = await aWebhook(t);
  const rotated = await webhooks.rotate(webhookId, now());
  const secret = rotated?.secret ?? '';
  t.not(secret, old);
  t.is(Date.parse(rotated?.oldSecretEndsAt ?? '') - now(), day);
  const signaturesOf = async (serial: number) => {
    await release(serial);
    const [notification] = received().slice(serial - 1);
    if (notification === undefined) throw new Error('There was no notification.');
    t.notThrows(() => verified(secret, notification));
    const {length} = String(notification.headers['webhook-signature']).split(' ');
    return {length, byOld: () => verified(old, notification)};
  };
  pass(day - everywhereAfterMs - 1);
  const during = await signaturesOf(1);
  t.notThrows(during.byOld);
  t.is(during.length, 2);
  pass(1 - everywhereAfterMs);
  const after = await signaturesOf(2);
  t.throws(after.byOld);
  t.is(after.length, 1);
});

test('a delivery whose sender was killed is taken up again when its lease ends', async t => {
  const {webhooks, webhookId, step, received, deliveries, pass, now} = await aWebhook(t);
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
  t.deepEqual(
    received().map(({id}) => id),
    [killed.deliveryId],
  );
  await webhooks.settle(killed, {...killed, state: 'failed'});
  t.like(await deliveries(), [{state: 'delivered'}], 'it had changed');
});

test('a delivery that was never attempted comes before a retry', async t => {
  const {webhooks, add, now, pass} = await aStage(t);
  const added = [await add('http://a.test/'), await add('http://b.test/')];
  const ids = added.map(({webhookId}) => webhookId);
  const release = {serial: 1, name: 'changes-00000001-aaaaaaaa', body: '{}'};
  await webhooks.announce(release, ids, now());
  const takeOne = async () => {
    const [taken] = await webhooks.take(now(), 30 * second, 1);
    if (taken === undefined) throw new Error('No delivery is due.');
    pass(second);
    await webhooks.settle(taken, {...taken, dueAt: new Date(now()).toISOString()});
    return taken.webhookId;
  };
  const first = await takeOne();
  t.not(await takeOne(), first);
});

test('deliveries are forgotten with the first release after 30 days', async t => {
  const {release, deliveries, pass} = await aWebhook(t);
  const kept = async () => (await deliveries()).map(({serial}) => serial);
  await release(1);
  pass(30 * day - everywhereAfterMs - 1);
  await release(2);
  t.deepEqual(await kept(), [2, 1]);
  pass(1 - everywhereAfterMs);
  await release(3);
  t.deepEqual(await kept(), [3, 2]);
});

test('what is due is sent while Elasticsearch is away', async t => {
  const {aSender, redis, release, received, pass} = await aWebhook(t, (response, before) =>
    status(before === 0 ? 500 : 200)(response, before),
  );
  await release(1);
  pass(minute);
  await aSender(redis, () => Promise.reject(new Error('Elasticsearch is away.')))();
  t.is(received().length, 2);
});

test('a sender goes on when Redis is back, and repeats what it could not note', async t => {
  const {way} = await startRedisProxy(t);
  const stage = await aWebhook(t, (response, before) => {
    if (before === 0) way.swallow();
    response.end();
  });
  const {publish, received, deliveries, keyPrefix, pass} = stage;
  const toStage = way.url.replace(/=.*/, `=${keyPrefix}`);
  const lossy = await servingRedis(t, toStage, {commandTimeout: 2_000});
  const step = stage.aSender(lossy);
  await step();
  way.cut();
  await next(lossy, 'close');
  await publish(1);
  await step();
  t.is(received().length, 0);
  await way.mend();
  await next(lossy, 'ready');
  await step();
  pass(everywhereAfterMs);
  await step();
  t.like(await deliveries(), [{state: 'pending', attempts: 0}]);

  way.cut();
  await way.mend();
  await next(lossy, 'ready');
  pass(minute);
  await step();
  t.like(await deliveries(), [{state: 'delivered', attempts: 1}]);
  t.is(received().length, 2);
  t.is(new Set(received().map(({id}) => id)).size, 1);
});
