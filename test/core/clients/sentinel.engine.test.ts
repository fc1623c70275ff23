import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {callers} from '#core/access/callers.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {anOperator, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';

/** Nothing tells when a replica has taken over for good, so keys are tried until one is let in. */
const untilAdmitted = async (admit: () => Promise<{readonly outcome: string}>) => {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await admit().then(
      ({outcome}) => outcome,
      () => 'unavailable',
    );
    if (outcome !== 'unavailable' || attempt === 300) return outcome;
    await wait(100);
  }
};

test('the master that Sentinels name is used, and after a failover the new one', async t => {
  const master = await startRedisServer(t, ['save ""', 'repl-diskless-sync-delay 0']);
  const replica = await startRedisServer(t, ['save ""', `replicaof 127.0.0.1 ${master.port}`]);
  const sentinel = await startRedisServer(
    t,
    [
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds mymaster 1000',
      'sentinel failover-timeout mymaster 5000',
    ],
    ['--sentinel'],
  );
  const REDIS_URL = `redis+sentinel://127.0.0.1:${sentinel.port}/mymaster`;
  const redis = await servingRedis(t, REDIS_URL, {commandTimeout: 5000});
  const {key} = await anAccount(redis);
  const {admit} = callers(redis, 'live');
  t.is((await admit(key, 1)).outcome, 'admitted');

  const [original, copy] = [await anOperator(t, master.url), await anOperator(t, replica.url)];
  await original.incr('written');
  t.is(await original.wait(1, 30_000), 1, 'the replica has it all');
  await master.stop();
  t.is(await untilAdmitted(() => admit(key, 1)), 'admitted');
  t.is(redis.stream?.remotePort, replica.port);
  t.is((await copy.role())[0], 'master');
});
