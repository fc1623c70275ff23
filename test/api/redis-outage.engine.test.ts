import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {newAccountId, newApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {anOperator, next, servingRedis} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {servicesWith} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** The API on a Redis at this address, and how often a vehicle was looked up. */
const startOn = async (t: ExecutionContext, url: string) => {
  const redis = await servingRedis(t, url);
  const operator = await anOperator(t, url);
  const {key} = await anAccount(operator);
  const services = servicesWith(aVehicleDocument());
  let lookups = 0;
  const api = await startApi(t, {
    ...services,
    vehicles: {
      ...services.vehicles,
      byId: id => {
        lookups += 1;
        return services.vehicles.byId(id);
      },
    },
    callers: callers(redis, 'live'),
  });
  const headers = {'X-Api-Key': key};
  const get = (presented = key) => api.get('/v1/vehicles/1', {headers: {'X-Api-Key': presented}});

  return {
    redis,
    operator,
    isUnavailable: async (asked = get()) => {
      const before = lookups;
      const answer = await asked;
      assertProblem(t, answer, 'ServiceUnavailable');
      t.regex(String(answer.headers['retry-after']), /^([1-9]|[12]\d|30)$/);
      t.is(answer.headers['ratelimit'], undefined);
      t.is(lookups, before, 'nothing is let through');
    },
    /** A busy machine may need more than one request until Redis answers one in its time. */
    isBack: async () => {
      const answered = async (path: string) => {
        for (let attempt = 0; ; attempt += 1) {
          const answer = await api.get(path, {headers});
          if (answer.status !== 503 || attempt === 50) return answer;
        }
      };
      t.is((await answered('/v1/vehicles/1')).status, 200);
      const {body} = await answered('/v1/usage');
      t.true((body as {readonly used: number}).used >= lookups, 'nothing is uncounted');
    },
    get,
  };
};

/** The same by a way to the shared Redis that can fail. */
const startOnWay = async (t: ExecutionContext) => {
  const {way} = await startRedisProxy(t);
  return {way, ...(await startOn(t, way.url))};
};

test('a Redis that refuses connections is 503 until it is back', async t => {
  const {way, redis, isUnavailable, isBack} = await startOnWay(t);
  const lost = next(redis, 'close');
  way.cut();
  await isUnavailable();
  await lost;
  await isUnavailable();
  const ready = next(redis, 'ready');
  await way.mend();
  await ready;
  await isBack();
});

test('a Redis that hangs is answered 503 while it hangs, and its connection is given up', async t => {
  const {way, redis, isUnavailable, isBack} = await startOnWay(t);
  const lost = once(redis, 'error');
  way.swallow();
  await isUnavailable();
  await lost;
  const ready = next(redis, 'ready');
  await way.mend();
  await ready;
  await isBack();
});

test('a connection that is reset in the middle of a command is 503', async t => {
  const {way, redis, get, isUnavailable, isBack} = await startOnWay(t);
  way.swallow();
  const asked = way.asked();
  const answer = get();
  await asked;
  way.cut();
  await isUnavailable(answer);
  const ready = next(redis, 'ready');
  await way.mend();
  await ready;
  await isBack();
});

for (const said of [
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Errors writing to the AOF file: No space left on device',
  'CLUSTERDOWN The cluster is down',
  'NOAUTH Authentication required.',
]) {
  test(`a Redis that answers "${said.slice(0, 20)}…" is 503`, async t => {
    const {way, isUnavailable, isBack} = await startOnWay(t);
    way.answer(said);
    await isUnavailable();
    await way.mend();
    await isBack();
  });
}

test('a Redis that has become a replica is 503, also for keys it does not know', async t => {
  const server = await startRedisServer(t);
  const {redis, operator, get, isUnavailable, isBack} = await startOn(t, server.url);
  await operator.replicaof('127.0.0.1', server.port);
  const reconnected = next(redis, 'ready');
  await isUnavailable();
  await reconnected;

  const unknown = newApiKey('live', newAccountId());
  await isUnavailable(get(unknown));
  const ready = next(redis, 'ready');
  await operator.replicaof('NO', 'ONE');
  await ready;
  await isBack();
});

test('a Redis without memory is 503, and lets nobody in for what it may still free', async t => {
  const server = await startRedisServer(t);
  const {operator, isUnavailable, isBack} = await startOn(t, server.url);
  await isBack();
  await operator.config('SET', 'maxmemory', '1mb');
  await isUnavailable();
  await isUnavailable();
  await operator.config('SET', 'maxmemory', '0');
  await isBack();
});

test('a Redis that has lost everything is 503, not a wrong key', async t => {
  const server = await startRedisServer(t);
  const {operator, isUnavailable} = await startOn(t, server.url);
  await operator.flushall();
  await isUnavailable();
});

test('scripts that Redis has lost are not noticed', async t => {
  const server = await startRedisServer(t);
  const {operator, isBack} = await startOn(t, server.url);
  await isBack();
  await operator.script('FLUSH');
  await isBack();
});
