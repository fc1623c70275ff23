import test from 'ava';
import {accounts} from '#core/access/accounts.ts';
import {plans} from '#core/access/plans.ts';
import {startRedis} from '../../helpers/engines/redis.ts';

const perMinute = {requestsPerMinute: 60};

test('a plan that several people change at once is the same for all its accounts', async t => {
  const {redis} = await startRedis(t);
  const {set, find} = plans(redis);
  await set({name: 'basic', monthlyRequests: 1, ...perMinute});
  const {create, list} = accounts(redis);
  await Promise.all(Array.from({length: 20}, () => create({name: 'A', plan: 'basic'})));

  const others = [redis.duplicate(), redis.duplicate(), redis.duplicate()];
  t.teardown(() => others.map(other => other.disconnect()));
  for (let round = 1; round <= 20; round += 1) {
    await Promise.all(
      others.map((other, index) =>
        plans(other).set({name: 'basic', monthlyRequests: round * 10 + index, ...perMinute}),
      ),
    );
    const granted = new Set((await list()).map(({monthlyRequests}) => monthlyRequests));
    t.deepEqual([...granted], [(await find('basic'))?.monthlyRequests]);
  }
});

test('an account that gets its plan while that is changed has what the plan grants then', async t => {
  const {redis} = await startRedis(t);
  const {set, find} = plans(redis);
  await set({name: 'basic', monthlyRequests: 1, ...perMinute});
  const {create} = accounts(redis);
  for (let round = 2; round <= 20; round += 1) {
    const [{accountId}] = await Promise.all([
      create({name: 'A', plan: 'basic'}),
      set({name: 'basic', monthlyRequests: round, ...perMinute}),
    ]);
    const account = await accounts(redis).find(accountId);
    t.is(account?.monthlyRequests, (await find('basic'))?.monthlyRequests ?? 0);
  }
});
