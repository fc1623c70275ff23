import test, {type ExecutionContext} from 'ava';
import {accounts} from '#core/access/accounts.ts';
import {callers, type RefundOutcome as Outcome} from '#core/access/callers.ts';
import type {PlanLimits} from '#core/access/plans.ts';
import {redisKeys} from '#core/access/redis.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {servicesWith} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** The API with one vehicle, whose callers are held to what the real Redis says of them. */
const startLimited = async (
  t: ExecutionContext,
  grant: Partial<PlanLimits> = {},
  vehicles: Partial<Services['vehicles']> = {},
) => {
  const {redis} = await startRedis(t);
  const account = await anAccount(redis, grant);
  const refunds: Outcome[] = [];
  const services = servicesWith(aVehicleDocument());
  const notingRefunds = {
    ...services,
    vehicles: {...services.vehicles, ...vehicles},
    callers: callers(redis, 'live', {onRefund: outcome => void refunds.push(outcome)}),
  };
  const {get, post} = await startApi(t, notingRefunds, {key: account.key});
  return {
    ...account,
    redis,
    refunds,
    get,
    post: (plates: unknown, query = '') =>
      post(`/v1/vehicles/plates${query}`, JSON.stringify({plates})),
    usage: async () => (await get('/v1/usage')).body as {readonly used: number},
  };
};

test('an account without a plan is told to get one, and one whose trial is over, too', async t => {
  const {redis, accountId, get} = await startLimited(t);

  const counted = () => redis.exists(redisKeys.usage('live', accountId));
  await accounts(redis).setPlan(accountId, undefined);
  assertProblem(t, await get('/v1/vehicles/1'), 'PaymentRequired');
  t.is(await counted(), 0);
  await redis.hset(`account:{${accountId}}`, {
    monthlyRequests: 5,
    requestsPerMinute: 5,
    trialEndsAt: Date.now() + 60_000,
  });
  t.is((await get('/v1/vehicles/1')).status, 200);
  await redis.hset(`account:{${accountId}}`, 'trialEndsAt', Date.now() - 1);
  assertProblem(t, await get('/v1/vehicles/1'), 'PaymentRequired');
});

test('the request that passes the rate is refused, and told when the next one fits', async t => {
  const {get} = await startLimited(t, {requestsPerMinute: 3});
  for (const path of ['/v1/vehicles/1', '/v1/vehicles/abc', '/v1/usage']) {
    t.not((await get(path)).status, 429, path);
  }
  const refused = await get('/v1/vehicles/1');
  assertProblem(t, refused, 'RateLimitExceeded');
  const seconds = Number(refused.headers['retry-after']);
  t.true(seconds >= 1 && seconds <= 60);
  t.regex(String(refused.headers['ratelimit']), /^"minute";r=0;t=\d+, "month";r=\d+;t=\d+$/);
});

test('a used-up month is refused until the next one, and still shows its use', async t => {
  const {get, usage} = await startLimited(t, {monthlyRequests: 1});
  t.is((await get('/v1/vehicles/1')).status, 200);
  const refused = await get('/v1/vehicles/1');
  assertProblem(t, refused, 'QuotaExceeded');
  const nextMonth = new Date();
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 1);
  nextMonth.setUTCHours(0, 0, 0, 0);
  const late = Date.now() + Number(refused.headers['retry-after']) * 1000 - nextMonth.getTime();
  t.true(late >= 0 && late < 2000);
  t.like(await usage(), {used: 1, remaining: 0});
});

test('every answer to a caller who was let in says what is left', async t => {
  const {get} = await startLimited(t, {requestsPerMinute: 60, monthlyRequests: 1000});
  const paths = ['/v1/vehicles/1', '/v1/vehicles/abc', '/v1/vehicles/1/engine', '/v1/usage'];
  for (const [index, path] of paths.entries()) {
    const {headers} = await get(path);
    const left = {minute: 59 - index, month: 1000 - Math.min(index + 1, 3)};
    t.regex(
      String(headers['ratelimit']),
      new RegExp(`^"minute";r=${left.minute};t=\\d+, "month";r=${left.month};t=\\d+$`),
    );
    t.regex(
      String(headers['ratelimit-policy']),
      /^"minute";q=60;w=60, "month";q=1000;w=(2419200|2505600|2592000|2678400)$/,
    );
  }
});

const costs = test.macro({
  title: (_, what: string, cost: number) => `${what} costs ${cost}`,
  async exec(t, _: string, cost: number, path: string, options: object = {}) {
    const {get, usage} = await startLimited(t);
    await get(path, options);
    t.is((await usage()).used, cost);
  },
});

test(costs, 'a lookup', 1, '/v1/vehicles/1');
test(costs, 'a malformed parameter', 1, '/v1/vehicles/abc');
test(costs, 'HEAD', 1, '/v1/vehicles/1', {method: 'HEAD'});
test(costs, 'a path that is not there', 0, '/v1/nothing');
test(costs, 'a method that is not accepted', 0, '/v1/vehicles/1', {method: 'DELETE'});
test(costs, 'a missing key', 0, '/v1/vehicles/1', {headers: {'X-Api-Key': undefined}});
test(costs, 'the use itself', 0, '/v1/usage');

test('a batch costs one for each distinct valid plate, however it is spelled', async t => {
  const {post, usage} = await startLimited(t);
  await post(['AB 12 345', 'ab12345', 'AB-12345', 'CD67890', '!']);
  t.is((await usage()).used, 2);
});

test('a batch without a valid plate costs one', async t => {
  const {post, usage} = await startLimited(t);
  await post(['!', '?', '']);
  t.is((await usage()).used, 1);
});

test('a batch of 500 is one request of its minute', async t => {
  const {post} = await startLimited(t, {requestsPerMinute: 2});
  const plates = Array.from({length: 500}, (_, index) => `AB${index}`);
  const {status, headers} = await post(plates);
  t.is(status, 200);
  t.regex(String(headers['ratelimit']), /^"minute";r=1;/);
});

test('a batch that the month cannot cover is refused whole, and one that it can is not', async t => {
  let asked = 0;
  const byPlates: Services['vehicles']['byPlates'] = async () => {
    asked += 1;
    return {version: '1', value: new Map()};
  };
  const {post, usage} = await startLimited(t, {monthlyRequests: 3}, {byPlates});
  const refused = await post(['A1', 'A2', 'A3', 'A4']);
  const {detail} = assertProblem(t, refused, 'QuotaExceeded');
  t.is(detail, 'The request counts as 4 requests, and the month has 3 left.');
  t.false('data' in (refused.body as object));
  t.is(asked, 0, 'no plate was looked up');
  t.is((await usage()).used, 0);
  t.is((await post(['A1', 'A2', 'A3'])).status, 200);
  t.is((await usage()).used, 3);
});

test('a malformed batch costs one where one is left, and is still told what is wrong', async t => {
  const {post, usage} = await startLimited(t, {monthlyRequests: 1});
  assertProblem(t, await post([]), 'ValidationFailed');
  t.is((await usage()).used, 1);
  assertProblem(t, await post([]), 'ValidationFailed');
  t.is((await usage()).used, 1);
});

test('a batch with a wrong parameter costs one where one is left, whatever its plates', async t => {
  const {post, usage} = await startLimited(t, {monthlyRequests: 2});
  const plates = ['A1', 'A2', 'A3'];
  for (const used of [1, 2, 2]) {
    const {errors} = assertProblem(t, await post(plates, '?expand=motor'), 'ValidationFailed');
    t.deepEqual(Object.keys(errors ?? {}), ['ExpandInvalid']);
    t.is((await usage()).used, used);
  }
  assertProblem(t, await post(plates, '?expand=engine'), 'QuotaExceeded');
});

test('a batch that is too large costs nothing', async t => {
  const {post, usage} = await startLimited(t);
  assertProblem(t, await post(['A'.repeat(70_000)]), 'PayloadTooLarge');
  t.is((await usage()).used, 0);
});

test('the charge of a request that ends in an internal error is refunded', async t => {
  const broken = async () => {
    throw new SearchUnavailable();
  };
  const failing = {byId: broken, byPlates: broken};
  const {get, post, usage, refunds} = await startLimited(t, {monthlyRequests: 10}, failing);
  for (const ask of [() => get('/v1/vehicles/1'), () => post(['A1', 'A2'])]) {
    const answer = await ask();
    assertProblem(t, answer, 'SearchUnavailable');
    t.regex(String(answer.headers['ratelimit']), /"month";r=10;/);
  }
  t.is((await usage()).used, 0);
  t.deepEqual(refunds, ['given', 'given']);
});

test('a charge that cannot be refunded does not change the answer', async t => {
  const {redis, ...limited} = await startLimited(
    t,
    {},
    {
      byId: async () => {
        redis.disconnect();
        throw new SearchUnavailable();
      },
    },
  );
  assertProblem(t, await limited.get('/v1/vehicles/1'), 'SearchUnavailable');
  t.deepEqual(limited.refunds, ['failed']);
  await redis.connect();
});

test('the use is told by key, and when it begins anew', async t => {
  const {get, keyId} = await startLimited(t, {monthlyRequests: 10, requestsPerMinute: 7});
  await get('/v1/vehicles/1');
  const {status, body, headers} = await get('/v1/usage');
  t.is(status, 200);
  const month = new Date().toISOString().slice(0, 7);
  t.like(body, {
    plan: 'tested',
    trialEndsAt: null,
    requestsPerMinute: 7,
    month,
    monthlyRequests: 10,
    used: 1,
    remaining: 9,
    usedByKey: [{keyId, requests: 1}],
  });
  t.regex((body as {readonly resetsAt: string}).resetsAt, /^\d{4}-\d\d-01T00:00:00\.000Z$/);
  t.is(headers.etag, undefined);
});
