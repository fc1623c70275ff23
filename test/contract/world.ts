import {accounts} from '#core/access/accounts.ts';
import type {PlanLimits} from '#core/access/plans.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {createLog} from '#core/log/log.ts';
import {writtenExport} from '../exports/written-export.ts';
import {startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient, testPrefix} from '../helpers/engines/test-index.ts';
import type {Scope} from '../helpers/scope.ts';

/** A port that nothing listens on. */
const nowhere = '127.0.0.1:1';

const engineAt = (t: Scope, node: string) => {
  const client = createElasticsearchClient({
    elasticsearch: {nodes: [node], auth: undefined, ca: undefined},
  });
  t.teardown(() => client.close());
  return client;
};

const redisNowhere = (t: Scope) => {
  const redis = createRedisClient(
    {redis: {kind: 'server', url: `redis://${nowhere}`}},
    createLog('silent'),
  );
  t.teardown(() => redis.disconnect());
  return redis;
};

const mistaken = {status: 400, body: {error: {type: 'a fault of ours'}, status: 400}};

/**
 * Copies of the API on the real engines, each in a state of the world that a client can meet: all is
 * well, no import yet, Elasticsearch or Redis away, or a question that Elasticsearch finds wrong.
 */
export const startWorld = async (t: Scope, indexPrefix: string) => {
  const {redis} = await startRedis(t);
  const elasticsearch = testClient(t);
  const proxy = await engineProxy(t, () => mistaken);
  const directory = writtenExport(t);
  const withExports = {exports: {directory}};
  // A file where a folder should be.
  const withoutFolder = {exports: {directory: `${directory}/secret`}};
  return {
    redis,
    whole: await startCopy(t, {elasticsearch, redis}, indexPrefix, 'live', withExports),
    beforeImport: await startCopy(t, {elasticsearch, redis}, testPrefix()),
    withoutSearch: await startCopy(
      t,
      {elasticsearch: engineAt(t, `http://${nowhere}`), redis},
      indexPrefix,
    ),
    atFault: await startCopy(
      t,
      {elasticsearch: engineAt(t, proxy), redis},
      indexPrefix,
      'live',
      withoutFolder,
    ),
    withoutKeys: await startCopy(t, {elasticsearch, redis: redisNowhere(t)}, indexPrefix),
  };
};

/**
 * Keys that are good, without a plan, of an account whose record is spoiled, of one request a minute,
 * and of a month that is used up. A test has its own: requests are counted.
 */
export const issueKeys = async ({redis}: Pick<Copies, 'redis'>) => {
  const keyOf = async (plan: string, grant: Partial<PlanLimits>) =>
    (await anAccount(redis, grant, {plan})).key;
  const unpaid = await anAccount(redis, {}, {plan: 'ending'});
  await accounts(redis).setPlan(unpaid.accountId, undefined);
  const spoiled = await anAccount(redis, {}, {plan: 'spoiled'});
  await redis.hset(`account:{${spoiled.accountId}}`, 'createdAt', 'never');
  return {
    good: await keyOf('ample', {}),
    unpaid: unpaid.key,
    withoutExports: await keyOf('paging', {exports: false}),
    spoiled: spoiled.key,
    hurried: await keyOf('slow', {requestsPerMinute: 1}),
    spent: await keyOf('nothing', {monthlyRequests: 0}),
  };
};

type Copies = Awaited<ReturnType<typeof startWorld>>;
export type World = Copies & {readonly keys: Awaited<ReturnType<typeof issueKeys>>};
