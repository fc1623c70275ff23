import test from 'ava';
import {anAccount} from '../../helpers/engines/account.ts';
import {anOperator, startRedis} from '../../helpers/engines/redis.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {startServing} from '../../helpers/processes/start-main.ts';

/** How many requests are answered before the process is killed, of how many at a time. */
const [answersBefore, atOnce] = [150, 12];

const plates = JSON.stringify({plates: ['AB12345', 'CD67890', 'EF11111']});

/** Asks without a pause, by turns for one vehicle and for three, until nobody answers any more. */
const askUntilGone = async (url: string, keys: readonly string[], answered: () => void) => {
  for (let asked = 0; ; asked += 1) {
    const headers = {'X-Api-Key': keys[asked % keys.length] ?? ''};
    try {
      await (asked % 3 === 0
        ? fetch(`${url}/v1/vehicles/plates`, {method: 'POST', body: plates, headers})
        : fetch(`${url}/v1/vehicles/9000000009000001`, {headers}));
    } catch {
      return;
    }
    answered();
  }
};

test('a process that is killed under load leaves nothing that counts without an expiry', async t => {
  const {prefix} = await createTestGeneration(t, [aVehicleDocument()]);
  const {redis, url, server, keyPrefix} = await startRedis(t);
  const accounts = await Promise.all([1, 2, 3, 4].map(() => anAccount(redis)));
  const api = await startServing(t, {
    REDIS_URL: url,
    INDEX_PREFIX: prefix,
    NODE_ENV: 'production',
  });
  t.is(api.status, 200);

  const {promise: enough, resolve} = Promise.withResolvers<void>();
  let answers = 0;
  const answered = () => {
    answers += 1;
    if (answers === answersBefore) resolve();
  };
  const load = Array.from({length: atOnce}, (_, index) => {
    const keys = accounts.map(({key}) => key).slice(index % 2);
    return askUntilGone(`http://127.0.0.1:${api.port}`, keys, answered);
  });
  await enough;
  await api.end('SIGKILL');
  await Promise.all(load);

  const all = await anOperator(t, server);
  const names = await all.keys(`${keyPrefix}*`);
  const lives = await Promise.all(
    names.map(async name => ({name: name.slice(keyPrefix.length), ms: await all.pttl(name)})),
  );
  // But those that readiness writes, too, and no account has.
  const counters = lives.filter(({name}) => /^(usage|rate):\{(?!readiness\})/.test(name));
  t.is(counters.length, 2 * accounts.length);
  for (const {name, ms} of counters) t.true(ms > 0, name);
  const lasting = /^(access:initialised|accounts|plans|(account|issued-keys|key):\{\w+\}.*)$/;
  for (const {name} of lives) t.regex(name, /^(usage|rate):/.test(name) ? /./ : lasting);
});
