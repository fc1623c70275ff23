import {mock} from 'node:test';
import test from 'ava';
import fc from 'fast-check';
import {usage} from '#core/access/accounts.ts';
import {callers} from '#core/access/callers.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {maxRequests, plans} from '#core/access/plans.ts';
import {redisKeys} from '#core/access/redis.ts';
import type {Decision} from '#core/domain/caller.ts';
import {anAccount, startAccount, usedBy} from '../../helpers/engines/account.ts';
import {known, startMeter} from '../../helpers/engines/meter.ts';
import {startRedis} from '../../helpers/engines/redis.ts';

const [second, minute] = [1_000_000, 60_000_000];

const outcomesOf = async (decisions: readonly Promise<Decision>[]) =>
  Map.groupBy(await Promise.all(decisions), ({outcome}) => outcome);

test('of 200 requests at once exactly 60 are let in, and only those are counted', async t => {
  const {redis, accountId, admit} = await startMeter(t, {requestsPerMinute: 60});
  const outcomes = await outcomesOf(Array.from({length: 200}, () => admit()));
  t.is(outcomes.get('admitted')?.length, 60);
  t.is(outcomes.get('rateExceeded')?.length, 140);
  t.is(await usedBy(redis, accountId), 60);
});

test('the minute slides: what was let in 60 seconds ago makes room, and nothing before', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 2}, '2026-11-21T12:00:00');
  t.is((await admit()).outcome, 'admitted');
  pass(20 * second);
  t.is((await admit()).outcome, 'admitted');
  pass(minute - 20 * second - 1);
  const refused = known(await admit());
  t.is(refused.outcome, 'rateExceeded');
  t.is(refused.limits.secondsToNextRequest, 1);
  pass(1);
  const admitted = known(await admit());
  t.is(admitted.outcome, 'admitted');
  t.like(admitted.limits, {remainingThisMinute: 0, secondsToNextRequest: 20});
});

test('a refused request does not put off the next one', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 1}, '2026-11-21T12:00:00');
  await admit();
  for (let second = 1; second < 60; second += 1) {
    pass(1_000_000);
    t.is((await admit()).outcome, 'rateExceeded');
  }
  pass(1_000_000);
  t.is((await admit()).outcome, 'admitted');
});

test('each key has its own minute, and all keys of an account one month', async t => {
  const {redis} = await startRedis(t);
  const first = await anAccount(redis, {requestsPerMinute: 1, monthlyRequests: 2});

  const second = await issuedKeys(redis, 'live').issue(first.accountId);
  const third = await issuedKeys(redis, 'live').issue(first.accountId);
  const {admit} = callers(redis, 'live');
  t.is((await admit(first.key, 1)).outcome, 'admitted');
  t.is((await admit(first.key, 1)).outcome, 'rateExceeded');
  t.is((await admit(second?.key ?? '', 1)).outcome, 'admitted');
  t.is((await admit(third?.key ?? '', 1)).outcome, 'quotaExceeded');
});

test('what an account uses in the test environment leaves its live month as it is', async t => {
  const {redis, accountId, key} = await startAccount(t, {monthlyRequests: 1});
  const tested = await issuedKeys(redis, 'test').issue(accountId);
  const refunds: string[] = [];
  const live = callers(redis, 'live');
  const test = callers(redis, 'test', {onRefund: outcome => void refunds.push(outcome)});
  const first = known(await test.admit(tested?.key ?? '', 1));
  t.is((await test.admit(tested?.key ?? '', 1)).outcome, 'quotaExceeded');
  t.is(await usedBy(redis, accountId), 0);
  t.is((await live.admit(key, 1)).outcome, 'admitted');
  await test.refund(first.caller, {cost: 1, month: first.limits.month});
  t.deepEqual(refunds, ['given']);
  t.is(await usedBy(redis, accountId), 1);
});

test('a charge that the month cannot cover counts nothing, and one that it can fills it', async t => {
  const {redis, accountId, admit, charge} = await startMeter(t, {monthlyRequests: 3});
  const {caller} = known(await admit(0));
  const refused = known(await charge(caller, 4));
  t.is(refused.outcome, 'quotaExceeded');
  t.is(refused.limits.remainingThisMonth, 3);
  t.is(await usedBy(redis, accountId), 0);
  const paid = known(await charge(caller, 3));
  t.is(paid.outcome, 'admitted');
  t.is(paid.limits.remainingThisMonth, 0);
  t.is((await admit()).outcome, 'quotaExceeded');
  t.is((await admit(0)).outcome, 'admitted', 'what costs nothing is not held against the month');
});

test('of two batches that race for the last of a month exactly one wins', async t => {
  const {redis, accountId, admit, charge} = await startMeter(t, {monthlyRequests: 100});
  const {caller} = known(await admit(0));
  await charge(caller, 40);
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await outcomesOf([charge(caller, 60), charge(caller, 31)]);
    t.is(outcomes.get('admitted')?.length, 1);
    const {limits} = known(outcomes.get('admitted')?.[0] as Decision);
    const used = 100 - limits.remainingThisMonth;
    t.is(await usedBy(redis, accountId), used);
    await redis.hset(`usage:{${accountId}}`, 'total', 40);
  }
});

test('whatever comes together, the month is never passed by one, and the count is exact', async t => {
  const {redis} = await startRedis(t);
  const costs = fc.array(fc.integer({min: 1, max: 9}), {maxLength: 40});
  await fc.assert(
    fc.asyncProperty(costs, fc.integer({min: 0, max: 120}), async (costs, monthlyRequests) => {
      const {key, accountId} = await anAccount(redis, {monthlyRequests});
      const {admit, charge} = callers(redis, 'live');
      const {caller} = known(await admit(key, 0));
      const decisions = await Promise.all(
        costs.map(async cost => {
          const {outcome} = cost === 1 ? await admit(key, 1) : await charge(caller, cost);
          return outcome === 'admitted' ? cost : 0;
        }),
      );
      const paid = decisions.reduce((sum, cost) => sum + cost, 0);
      t.true(paid <= monthlyRequests);
      t.is(await usedBy(redis, accountId), paid);
      const refused = costs.filter((_, index) => decisions[index] === 0);
      t.true(refused.every(cost => paid + cost > monthlyRequests));
    }),
    {numRuns: 50},
  );
});

test('a charge is refunded to its month, and never more than was charged', async t => {
  const {redis, accountId, admit, refund} = await startMeter(t, {}, '2026-11-30T23:59:59');
  const {caller} = known(await admit());
  t.true(await refund(caller, {cost: 1, month: '2026-11'}));
  t.is(await usedBy(redis, accountId, '2026-11'), 0);
  t.true(await refund(caller, {cost: 5, month: '2026-11'}));
  t.is(await usedBy(redis, accountId, '2026-11'), 0);
});

test('what a month that is over was charged is not given to the next', async t => {
  const meter = await startMeter(t, {}, '2026-11-30T23:59:59');
  const {caller} = known(await meter.admit());
  meter.setClock('2026-12-01T00:00:00');
  await meter.admit();
  t.false(await meter.refund(caller, {cost: 1, month: '2026-11'}));
  t.is(await usedBy(meter.redis, meter.accountId, '2026-12'), 1);
});

const turns = test.macro({
  title: (_, before: string, month: string) => `at ${before} it is still ${month}`,
  async exec(t, before: string, month: string, seconds: number, next: string, nextMonth: string) {
    const {admit, setClock} = await startMeter(t, {monthlyRequests: 1}, before);
    t.like(known(await admit()).limits, {
      month,
      remainingThisMonth: 0,
      secondsToNextMonth: seconds,
    });
    t.is((await admit()).outcome, 'quotaExceeded');
    setClock(next);
    const {outcome, limits} = known(await admit());
    t.is(outcome, 'admitted');
    t.is(limits.month, nextMonth);
  },
});

test(turns, '2026-12-31T23:59:59.900', '2026-12', 1, '2027-01-01T00:00:00', '2027-01');
test(turns, '2028-02-28T23:59:59', '2028-02', 86_401, '2028-03-01T00:00:00', '2028-03');
test(turns, '2028-02-29T23:59:58.500', '2028-02', 2, '2028-03-01T00:00:00', '2028-03');
test(turns, '2027-02-28T23:59:59', '2027-02', 1, '2027-03-01T00:00:00', '2027-03');
test(turns, '2100-02-28T23:59:59', '2100-02', 1, '2100-03-01T00:00:00', '2100-03');
test(turns, '2026-11-30T00:00:00', '2026-11', 86_400, '2026-12-01T00:00:00', '2026-12');

test('every month of 300 years is the one that the calendar says', async t => {
  const {redis, key} = await startAccount(t);
  let now = 0;
  const {admit} = callers(redis, 'live', {now: () => now});
  for (let month = 0; month < 300 * 12; month += 1) {
    const [start, end] = [Date.UTC(1970, month), Date.UTC(1970, month + 1)];
    now = start * 1000;
    const {limits} = known(await admit(key, 0));
    t.is(limits.month, new Date(start).toISOString().slice(0, 7));
    t.is(limits.secondsToNextMonth, (end - start) / 1000);
  }
});

test('a plan that was lowered below what is used refuses, with nothing left rather than less', async t => {
  const {redis, admit, accountId} = await startMeter(t, {monthlyRequests: 5, requestsPerMinute: 5});
  for (let count = 0; count < 4; count += 1) await admit();

  t.is(await plans(redis).set({name: 'tested', monthlyRequests: 2, requestsPerMinute: 3}), 1);
  const {outcome, limits} = known(await admit());
  t.is(outcome, 'rateExceeded');
  t.like(limits, {remainingThisMinute: 0, remainingThisMonth: 0, requestsPerMinute: 3});
  t.is(await usedBy(redis, accountId), 4);
});

test('no script is read anew for the usage of an account', async t => {
  const {redis, accountId} = await startAccount(t);
  const {of} = usage(redis, 'live');
  Object.assign(redis, {defineCommand: () => t.fail()});
  t.is((await of(accountId, '2026-11'))?.used, 0);
});

test('nothing that counts is left without an expiry', async t => {
  const {redis, accountId, admit, charge} = await startMeter(t);
  const {caller} = known(await admit());
  await charge(caller, 7);
  const ttl = async (name: string) => redis.pttl(name);
  const minuteLeft = await ttl(`rate:{${accountId}}:${caller.keyHash}`);
  t.true(minuteLeft > 0 && minuteLeft <= 61_000);
  const monthLeft = await ttl(`usage:{${accountId}}`);
  t.true(monthLeft > 0 && monthLeft <= 32 * 86_400_000);
});

test('the largest limits are counted to the last request', async t => {
  const {redis, accountId, admit, charge} = await startMeter(t, {
    monthlyRequests: maxRequests.month,
    requestsPerMinute: maxRequests.minute,
  });
  const {caller, limits} = known(await admit());
  t.like(limits, {
    requestsPerMinute: maxRequests.minute,
    monthlyRequests: maxRequests.month,
    remainingThisMonth: maxRequests.month - 1,
  });
  const rest = known(await charge(caller, maxRequests.month - 1));
  t.like(rest, {outcome: 'admitted', limits: {remainingThisMonth: 0}});
  t.is(await redis.hget(redisKeys.usage('live', accountId), 'total'), String(maxRequests.month));
});

test('a clock that is set back lets nobody in too often, and lets nobody wait for longer', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 2}, '2026-11-21T12:00:00');
  await admit();
  await admit();
  pass(-5 * minute);
  const refused = known(await admit());
  t.is(refused.outcome, 'rateExceeded');
  t.is(refused.limits.secondsToNextRequest, 60);
  pass(minute - 1);
  t.is((await admit()).outcome, 'rateExceeded');
  pass(1);
  t.is((await admit()).outcome, 'admitted');
});

test('a clock that goes back over the start of a month does not bring the old one back', async t => {
  const meter = await startMeter(t, {monthlyRequests: 3}, '2026-12-31T23:59:58');
  await meter.admit(2);
  meter.setClock('2027-01-01T00:00:01');
  await meter.admit(2);
  meter.setClock('2026-12-31T23:59:59');
  const late = known(await meter.admit());
  t.is(late.outcome, 'admitted');
  t.like(late.limits, {
    month: '2027-01',
    remainingThisMonth: 0,
    secondsToNextMonth: 31 * 86_400 + 1,
  });
  t.is((await meter.admit()).outcome, 'quotaExceeded');
  meter.setClock('2027-01-01T00:00:02');
  const again = known(await meter.admit());
  t.is(again.outcome, 'quotaExceeded', 'January is counted on');
  t.is(again.limits.secondsToNextMonth, 31 * 86_400 - 2);
});

test('a clock that was years ahead does not take a month away', async t => {
  const meter = await startMeter(t, {monthlyRequests: 1}, '2036-05-01T00:00:00');
  await meter.admit();
  meter.setClock('2026-11-21T12:00:00');
  const {outcome, limits} = known(await meter.admit());
  t.is(outcome, 'admitted');
  t.is(limits.month, '2026-11');
  t.is(await usedBy(meter.redis, meter.accountId, '2026-11'), 1);
});

test('requests of one microsecond are each counted', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 3}, '2026-11-21T12:00:00');
  for (let count = 0; count < 3; count += 1) t.is((await admit()).outcome, 'admitted');
  t.is((await admit()).outcome, 'rateExceeded');
  pass(30 * second);
  t.is((await admit()).outcome, 'rateExceeded');
});

// First and alone: the clock of this process is that of all its tests.
test.serial('the clock of this machine decides nothing', async t => {
  const {redis, admit} = await startMeter(t, {requestsPerMinute: 1});
  t.is((await admit()).outcome, 'admitted');
  for (const minutes of [-5, 5, 60 * 24 * 40]) {
    mock.timers.enable({apis: ['Date'], now: Date.now() + minutes * 60_000});
    try {
      const {outcome, limits} = known(await admit());
      t.is(outcome, 'rateExceeded', `${minutes} minutes`);
      t.true(limits.secondsToNextRequest >= 1 && limits.secondsToNextRequest <= 60);
      const [seconds] = await redis.time();
      t.is(limits.month, new Date(Number(seconds) * 1000).toISOString().slice(0, 7));
    } finally {
      mock.timers.reset();
    }
  }
});
