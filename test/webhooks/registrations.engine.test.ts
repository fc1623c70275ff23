import test from 'ava';
import {accounts} from '#core/access/accounts.ts';
import {aStage, receivers, status, verified} from './stage.ts';

const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;

test('a receiver that answers 410 gets nothing any more', async t => {
  const {aSender, add, publish, deliveries, webhooks, pass} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(410)});
  const {webhookId} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  await step();
  t.like(await deliveries(webhookId), [{state: 'failed', lastAnswer: 'HTTP 410'}]);
  t.not((await webhooks.list())[0]?.disabledAt, null);
  const [failed] = await deliveries(webhookId);
  await webhooks.sendAgain(failed?.deliveryId ?? '');
  await publish(2);
  pass(minute);
  await step();
  t.is(received('/').length, 1);
  t.like(await deliveries(webhookId), [
    {serial: 1, state: 'failed', lastAnswer: 'The webhook is disabled.'},
  ]);
});

test('both secrets sign for a day after a rotation, then the new one alone', async t => {
  const {aSender, add, publish, webhooks, pass, now} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  const {webhookId, secret: old} = await add(url('/'));
  const rotated = await webhooks.rotate(webhookId, now());
  const secret = rotated?.secret ?? '';
  t.not(secret, old);
  t.is(Date.parse(rotated?.oldSecretEndsAt ?? '') - now(), day);
  const step = aSender();
  await step();
  const notify = async (serial: number) => {
    await publish(serial);
    await step();
    const notification = received('/').at(-1);
    if (notification === undefined) throw new Error('There was no notification.');
    return notification;
  };
  pass(day - 1);
  const during = await notify(1);
  for (const each of [old, secret]) t.notThrows(() => verified(each, during));
  t.is(String(during.headers['webhook-signature']).split(' ').length, 2);
  pass(1);
  const after = await notify(2);
  t.notThrows(() => verified(secret, after));
  t.throws(() => verified(old, after));
  t.is(String(after.headers['webhook-signature']).split(' ').length, 1);
});

test('a webhook that is removed gets nothing any more', async t => {
  const {aSender, add, publish, webhooks, pass} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(500)});
  const {webhookId} = await add(url('/'));
  const step = aSender();
  await step();
  await publish(1);
  await step();
  t.true(await webhooks.remove(webhookId));
  t.false(await webhooks.remove(webhookId));
  pass(hour);
  await publish(2);
  await step();
  t.is(received('/').length, 1);
  t.deepEqual(await webhooks.list(), []);
});

test('an account that ends gets nothing until it has a plan again', async t => {
  const {aSender, add, publish, redis, accountId, deliveries, pass, now} = await aStage(t);
  const {url, received} = await receivers(t, {'/': status(200)});
  const trial = await accounts(redis).create({name: 'Trial', trialEndsAt: new Date(now() + hour)});
  await accounts(redis).setPlan(accountId, undefined);
  const ended = await add(url('/'));
  await add(url('/'), trial.accountId);
  const step = aSender();
  await step();
  await publish(1);
  await step();
  t.is(received('/').length, 1);
  t.like(await deliveries(ended.webhookId), [
    {state: 'pending', lastAnswer: 'The account has no plan or trial.'},
  ]);
  pass(hour);
  await publish(2);
  await step();
  t.is(received('/').length, 1);
  await accounts(redis).setPlan(accountId, 'tested');
  pass(minute);
  await step();
  t.is(received('/').length, 3);
});
