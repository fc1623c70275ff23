import test from 'ava';
import type {Redis} from 'ioredis';
import {lossySettings} from '#core/access/durability.ts';
import {startRedis} from '../../helpers/engines/redis.ts';

test('the stack keeps what it is told', async t => {
  const {redis} = await startRedis(t);
  t.deepEqual(await redis.config('GET', 'appendonly'), ['appendonly', 'yes']);
  t.deepEqual(await lossySettings(redis), []);
});

/** A Redis that says this of its settings; those of the real one must not change under other tests. */
const saying = (config: (command: string, name: string) => Promise<unknown>) =>
  ({config}) as unknown as Redis;

test('settings that lose data are named, with what they should be', async t => {
  const settings: Readonly<Record<string, string>> = {
    appendonly: 'no',
    'maxmemory-policy': 'allkeys-lru',
  };
  const forgetful = saying(async (_, name) => [name, settings[name]]);
  t.deepEqual(await lossySettings(forgetful), [
    'appendonly is no, not yes',
    'maxmemory-policy is allkeys-lru, not noeviction',
  ]);
});

test('settings that may not be looked at are not complained of', async t => {
  const refusing = saying(async () => {
    throw new Error("ERR unknown command 'config'");
  });
  t.deepEqual(await lossySettings(refusing), []);
});
