import test, {type ExecutionContext} from 'ava';
import {callers} from '#core/access/callers.ts';
import {maxRequests} from '#core/access/plans.ts';
import {redisKeys} from '#core/access/redis.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {anAccount, usedBy} from '../../helpers/engines/account.ts';
import {known, startMeter} from '../../helpers/engines/meter.ts';
import {servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisProxy} from '../../helpers/engines/redis-proxy.ts';

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
