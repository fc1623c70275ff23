import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {anAccount} from '../helpers/engines/account.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {startServing} from '../helpers/processes/start-main.ts';

type Server = Awaited<ReturnType<typeof startRedisServer>>;

/** The process of the API on a Redis of its own, as this user of it. */
const startOn = async (t: ExecutionContext, server: Server, login = '') => {
  const operator = await anOperator(t, server.url);
  await operator.acl('SETUSER', 'api', 'on', '>secret', 'allcommands', 'allkeys', 'allchannels');
  const headers = {'X-Api-Key': (await anAccount(operator)).key};
  const REDIS_URL = server.url.replace('//', `//${login}`);
  const api = await startServing(t, {REDIS_URL, INDEX_PREFIX: 'test-none-'});
  const ops = async (path: string) =>
    (await fetch(`http://127.0.0.1:${api.opsPort}${path}`)).text();
  const codeOf = async () => {
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/usage`, {headers});
    return answer.ok ? undefined : ((await answer.json()) as {readonly code: string}).code;
  };
  const found = async () => JSON.parse(await ops('/health/ready')).checks.redis;
  return {
    operator,
    /** Until requests are refused, and readiness, the metric of the alert, and the log say so. */
    refuses: async (code: string) => {
      while ((await codeOf()) !== 'ServiceUnavailable') await wait(50);
      while ((await found()).healthy) await wait(50);
      t.is((await found()).found, `The key store refused to write: ${code}.`);
      t.regex(await ops('/metrics'), /^readiness_check_passing\{check="redis"\} 0$/m);
      const line = new RegExp(
        `"The key store refused to write: ${code}\\.".*readiness check fails`,
      );
      while (!line.test(api.said())) await wait(50);
    },
    isBack: async () => {
      while ((await codeOf()) !== undefined) await wait(50);
      while (!(await found()).healthy) await wait(50);
      t.regex(await ops('/metrics'), /^readiness_check_passing\{check="redis"\} 1$/m);
    },
  };
};

test('a Redis without memory is not ready, and OOM is why', async t => {
  const {operator, refuses, isBack} = await startOn(t, await startRedisServer(t));
  await isBack();
  await operator.config('SET', 'maxmemory', '1mb');
  await refuses('OOM');
  await operator.config('SET', 'maxmemory', '0');
  await isBack();
});

test('a Redis that has become a replica is not ready, and READONLY is why', async t => {
  const server = await startRedisServer(t);
  const {operator, refuses, isBack} = await startOn(t, server);
  await operator.replicaof('127.0.0.1', server.port);
  await refuses('READONLY');
  await operator.replicaof('NO', 'ONE');
  await isBack();
});

for (const [right, denied] of [
  ['run scripts', '-evalsha -eval'],
  ['write', '-@write'],
] as const) {
  test(`a user of Redis who may not ${right} is not ready, and NOPERM is why`, async t => {
    const server = await startRedisServer(t);
    const {operator, refuses, isBack} = await startOn(t, server, 'api:secret@');
    await operator.acl('SETUSER', 'api', ...denied.split(' '));
    await refuses('NOPERM');
    await operator.acl('SETUSER', 'api', 'allcommands');
    await isBack();
  });
}

test('a Redis that cannot write its snapshot is not ready, and MISCONF is why', async t => {
  const server = await startRedisServer(t, ['save 3600 1']);
  const {operator, refuses, isBack} = await startOn(t, server);
  await mkdir(join(server.folder, 'dump.rdb'));
  await operator.bgsave();
  await refuses('MISCONF');
  await operator.config('SET', 'save', '');
  await isBack();
});
