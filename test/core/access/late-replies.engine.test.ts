import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {callers, type RefundOutcome} from '#core/access/callers.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {anOperator, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisProxy} from '../../helpers/engines/redis-proxy.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';

/** The callers of the API on a Redis at this address, with the outcomes of their refunds. */
const startOn = async (t: ExecutionContext, url: string) => {
  // A busy machine must not break the connection.
  const redis = await servingRedis(t, url, {socketTimeout: 60_000});
  const operator = await anOperator(t, url);
  const account = await anAccount(operator, {monthlyRequests: 100});
  const outcomes: RefundOutcome[] = [];
  const {admit, charge} = callers(redis, 'live', {
    onRefund: outcome => void outcomes.push(outcome),
  });
  return {
    ...account,
    outcomes,
    operator,
    admit: (cost: number) => admit(account.key, cost),
    charge,
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
