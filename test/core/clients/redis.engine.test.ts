import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {callers} from '#core/access/callers.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {createLog} from '#core/log/log.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {next, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisProxy} from '../../helpers/engines/redis-proxy.ts';

/** A key that is good, and a check of keys over a way that can fail. */
const startCheck = async (t: ExecutionContext) => {
  const {redis, way} = await startRedisProxy(t);
  const {key} = await anAccount(redis);
  const lines: string[] = [];
  const log = createLog('info', {write: line => void lines.push(line)});
  const client = await servingRedis(t, way.url, {}, log);
  return {way, client, lines, check: () => callers(client, 'live').admit(key, 1)};
};

test('a Redis that hangs leaves the key unchecked in the time a command has', async t => {
  const {way, check} = await startCheck(t);
  t.is((await check()).outcome, 'admitted');
  way.swallow();
  const error = await t.throwsAsync(check(), {instanceOf: KeysUnavailable});
  t.regex(String(error?.cause), /timed out/);
});

test('a Redis that is gone is said once, and once more when it is back', async t => {
  const {way, client, lines, check} = await startCheck(t);
  way.cut();
  await once(client, 'error');
  await once(client, 'error');
  const error = await t.throwsAsync(check(), {instanceOf: KeysUnavailable});
  t.notRegex(String(error?.cause), /timed out/, 'nobody waits for a connection that is not there');
  const ready = next(client, 'ready');
  await way.mend();
  await ready;
  t.is((await check()).outcome, 'admitted');
  t.deepEqual(
    lines.map(line => JSON.parse(line).msg),
    ['Redis cannot be reached at REDIS_URL; reconnecting.', 'Redis answers again.'],
  );
});
