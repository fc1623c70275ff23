import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {callers, type RefundOutcome} from '#core/access/callers.ts';
import {redisKeys} from '#core/access/redis.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {anAccount, usedBy} from '../../helpers/engines/account.ts';
import {known} from '../../helpers/engines/meter.ts';
import {anOperator, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisProxy} from '../../helpers/engines/redis-proxy.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';

/** A meter, and how often its script was sent. */
const startCounted = async (t: ExecutionContext) => {
  const {redis, way} = await startRedisProxy(t);
  const client = await servingRedis(t, way.url, {commandTimeout: 30_000});
  let scripts = 0;
  way.onAsked(bytes => {
    scripts += bytes.toString('latin1').match(/\r\neval(?:sha)?\r\n/g)?.length ?? 0;
  });
  return {redis, way, scripts: () => scripts, ...callers(client, 'live')};
};

test('requests of several accounts are one command, and each is held to its own limits', async t => {
  const {redis, scripts, admit} = await startCounted(t);
  const accounts = await Promise.all(
    [0, 1, 2, 3].map(monthlyRequests =>
      anAccount(redis, {monthlyRequests}, {plan: `month of ${monthlyRequests}`}),
    ),
  );
  const thrice = [1, 2, 3].flatMap(() => accounts);
  const decisions = await Promise.all(thrice.map(({key}) => admit(key, 1)));
  t.is(scripts(), 1);
  for (const [index, {accountId}] of accounts.entries()) {
    const own = decisions.map(known).filter(({caller}) => caller.accountId === accountId);
    t.is(own.filter(({outcome}) => outcome === 'admitted').length, index);
    t.is(await usedBy(redis, accountId), index);
  }
});

test('an account that is not as this release writes it fails alone', async t => {
  const {redis, scripts, admit} = await startCounted(t);
  const [whole, broken] = [await anAccount(redis), await anAccount(redis)];
  await redis.set(redisKeys.account(broken.accountId), 'no hash');
  const [before, failed, after] = [admit(whole.key, 1), admit(broken.key, 1), admit(whole.key, 1)];
  const error = await t.throwsAsync(failed, {instanceOf: KeysUnavailable});
  t.regex(String(error?.cause), /WRONGTYPE/);
  t.is((await before).outcome, 'admitted');
  t.is((await after).outcome, 'admitted');
  t.is(await usedBy(redis, whole.accountId), 2);
  t.is(scripts(), 1);
});

test('requests whose command lost its connection fail together, and are not sent again', async t => {
  const {redis, way, scripts, admit} = await startCounted(t);
  const {key} = await anAccount(redis);
  way.swallow();
  const asked = way.asked();
  const decisions = [admit(key, 1), admit(key, 1)];
  await asked;
  way.cut();
  for (const one of decisions) await t.throwsAsync(one, {instanceOf: KeysUnavailable});
  await way.mend();
  t.is(scripts(), 1);
});

/** The callers of the API on a Redis at this address, with the outcomes of their refunds. */
const startOn = async (t: ExecutionContext, url: string) => {
  // A busy machine must not break the connection.
  const redis = await servingRedis(t, url, {socketTimeout: 60_000});
  const operator = await anOperator(t, url);
  const account = await anAccount(operator, {monthlyRequests: 100});
  const outcomes: RefundOutcome[] = [];
  const {admit, charge, chargeDaily} = callers(redis, 'live', {
    onRefund: outcome => void outcomes.push(outcome),
  });
  return {
    ...account,
    outcomes,
    operator,
    admit: (cost: number) => admit(account.key, cost),
    charge,
    chargeDaily,
    used: async () => Number(await operator.hget(`usage:{${account.accountId}}`, 'total')),
    refunds: async (count: number) => {
      while (outcomes.length < count) await wait(10);
      // A further one would be a fault.
      await wait(100);
      return outcomes;
    },
  };
};

test('what a Redis that stood still has charged for refused requests is given back, and nothing else', async t => {
  const server = await startRedisServer(t);
  const {admit, charge, used, refunds} = await startOn(t, server.url);
  const first = await admit(1);
  if (first.outcome !== 'admitted') return t.fail();
  t.is(await used(), 1);

  server.pause();
  // Together they are one command; one of them asks for more than is left, and one costs nothing.
  const asked = [admit(1), admit(2), admit(0), admit(1000), charge(first.caller, 10)];
  for (const decision of asked) await t.throwsAsync(decision, {instanceOf: KeysUnavailable});
  server.resume();
  t.deepEqual(await refunds(3), ['given', 'given', 'given']);
  t.is(await used(), 1);
  t.is((await admit(1)).outcome, 'admitted');
});

test('what a Redis that stood still has charged for a day stays charged, and paid for', async t => {
  const server = await startRedisServer(t);
  const {admit, chargeDaily, used, outcomes} = await startOn(t, server.url);
  const first = await admit(1);
  if (first.outcome !== 'admitted') return t.fail();
  server.pause();
  await t.throwsAsync(chargeDaily(first.caller, 'a'), {instanceOf: KeysUnavailable});
  server.resume();
  t.is((await chargeDaily(first.caller, 'a')).outcome, 'admitted');
  t.is(await used(), 2);
  t.deepEqual(outcomes, []);
});

test('what a Redis that stood still has refused is not counted', async t => {
  const server = await startRedisServer(t);
  const {admit, operator, outcomes} = await startOn(t, server.url);
  await operator.config('SET', 'maxmemory', '1');
  server.pause();
  await t.throwsAsync(admit(1), {instanceOf: KeysUnavailable});
  server.resume();
  // On one connection, its reply comes after that to the first.
  await t.throwsAsync(admit(1), {instanceOf: KeysUnavailable});
  await wait(100);
  t.deepEqual(outcomes, []);
});

test('a charge whose connection broke is counted as unknown, and stays', async t => {
  const {way} = await startRedisProxy(t);
  const {admit, refunds} = await startOn(t, way.url);
  t.is((await admit(1)).outcome, 'admitted');
  way.swallow();
  const asked = way.asked();
  const early = [admit(1), admit(0)];
  await asked;
  for (const decision of early) await t.throwsAsync(decision, {instanceOf: KeysUnavailable});
  const late = admit(1);
  await way.asked();
  way.cut();
  await t.throwsAsync(late, {instanceOf: KeysUnavailable});
  t.deepEqual(await refunds(2), ['unknown', 'unknown']);
});

test('what was never sent, or is refused by Redis, is not counted', async t => {
  const {way} = await startRedisProxy(t);
  const {admit, outcomes} = await startOn(t, way.url);
  way.answer('OOM command not allowed');
  await t.throwsAsync(admit(1), {instanceOf: KeysUnavailable});
  way.cut();
  await wait(50);
  await t.throwsAsync(admit(1), {instanceOf: KeysUnavailable});
  t.deepEqual(outcomes, []);
});
