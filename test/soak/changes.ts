import {setTimeout as wait} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import {accounts} from '#core/access/accounts.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {plans} from '#core/access/plans.ts';
import type {Random} from '#sample/random.ts';
import type {HeldKey} from './steady-clients.ts';

const [ample, scarce] = [
  {monthlyRequests: 1_000_000, requestsPerMinute: 1_000_000},
  {monthlyRequests: 50, requestsPerMinute: 20},
];

/** An account whose keys come and go, and whose plan changes, as an operator would do it. */
export const changedAccount = async (redis: Redis) => {
  const [name, keys] = ['changed', issuedKeys(redis, 'live')];
  await plans(redis).set({name, ...ample});
  const {accountId} = await accounts(redis).create({name: 'Somebody', plan: name});
  let held: HeldKey[] = [];
  const issue = async () => {
    const issued = await keys.issue(accountId);
    if (issued) held = [...held.slice(-2), {...issued, isChanged: true}];
  };
  await issue();

  const changes = [
    issue,
    () => keys.revoke(held[0]?.keyId ?? ''),
    async () => {
      const rotated = await keys.rotate(held.at(-1)?.keyId ?? '', {overlapMs: 1_000});
      if (rotated)
        held = [...held.slice(-2), {keyId: rotated.keyId, key: rotated.key, isChanged: true}];
      else await issue();
    },
    () => plans(redis).set({name, ...scarce}),
    () => plans(redis).set({name, ...ample}),
    () => accounts(redis).setPlan(accountId, undefined),
    () => accounts(redis).setPlan(accountId, name),
  ];

  return {
    accountId,
    keyOf: (random: Random): HeldKey => random.pick(held),
    /** Makes some changes, one after the other, and ends with a key and a plan that let in. */
    change: async (random: Random): Promise<void> => {
      for (let count = random.between(1, 4); count > 0; count -= 1) {
        await random.pick(changes)();
        await wait(random.between(0, 300));
      }
      await plans(redis).set({name, ...ample});
      await accounts(redis).setPlan(accountId, name);
      await issue();
    },
  };
};
