import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext, type TestFn} from 'ava';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {soakOnly} from '../helpers/soak.ts';
import type {Attack, Attackers} from './attackers.ts';
import {constantRate, percentile, type Reply} from './http-client.ts';

const alone = soakOnly(test.serial as TestFn);

const program = fileURLToPath(new URL('attackers.ts', import.meta.url));

const startAttack = async (t: ExecutionContext, attack: Attack) => {
  const child = spawn(process.execPath, [program, JSON.stringify(attack)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await ended;
  };
};

/** A refused attack would be none. */
const unlimited = {monthlyRequests: 1_000_000_000, requestsPerMinute: 1_000_000_000};

/** A process that serves a sample, a key of ours and one of attackers, and lookups that it has compiled. */
const startMeasured = async (t: ExecutionContext, vehicles: number) => {
  const prefix = await importSample(t, vehicles);
  const {redis, url} = await startRedis(t);
  const [mine, theirs] = [await anAccount(redis), await anAccount(redis, unlimited)];
  const api = await startServing(t, {
    REDIS_URL: url,
    INDEX_PREFIX: prefix,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  const found = testClient(t).helpers.scrollDocuments<Pick<VehicleDocument, 'vehicle'>>({
    index: `${prefix}vehicles`,
    size: 10_000,
    _source: ['vehicle.id', 'vehicle.plates'],
  });
  const documents = await Array.fromAsync(found);
  let requests = documents.map(({vehicle: {id}}) => ({
    path: `/v1/vehicles/${id}`,
    isRight: ({status, body}: Reply) => status === 200 && (body as {readonly id: string}).id === id,
  }));
  const plates = documents
    .flatMap(({vehicle}) => vehicle.plates.filter(plate => /^[A-Z0-9]{1,10}$/.test(plate)))
    .slice(0, 500);

  const {port} = api;
  /**
   * The milliseconds of lookups, while nothing else is asked here. Each vehicle is asked for after all others, so that
   * Elasticsearch is asked, and not memory.
   */
  const measure = async (seconds = 8) => {
    const lookups = constantRate(t, {port, key: mine.key, requests, clients: 4, everyMs: 20});
    await wait(seconds * 1000);
    const {times, faults} = await lookups.end();
    t.deepEqual(faults, []);
    requests = [...requests.slice(times.length), ...requests.slice(0, times.length)];
    return times;
  };
  // What has been compiled for lookups alone would make the first round look quicker than it is.
  await measure();
  const attack = (attackers: Attackers) =>
    startAttack(t, {...attackers, port, key: theirs.key, plates});
  return {api, measure, attack};
};

/** It takes 200 readers so long until all of them are stuck; until then they only ask a lot. */
const settleSeconds = 5;

type Load = {
  readonly name: string;
  readonly attackers: Attackers;
  readonly rounds?: number;
  /** How many times as long the slowest lookup in a hundred may take as without it; otherwise that is only logged. */
  readonly most?: number;
};

const bearable = test.macro(async (t, vehicles: number, loads: readonly Load[]) => {
  t.timeout(900_000);
  const {api, measure, attack} = await startMeasured(t, vehicles);
  for (const {name, attackers, rounds = 1, most = Number.POSITIVE_INFINITY} of loads) {
    const [quiet, attacked]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(...(await measure()));
      const end = await attack(attackers);
      await measure(settleSeconds);
      attacked.push(...(await measure()));
      await end();
      await wait(3_000);
    }
    const [before, beside] = [percentile(quiet, 0.99), percentile(attacked, 0.99)];
    t.log(name, `p99 quiet ${before.toFixed(1)} ms, beside ${beside.toFixed(1)} ms`);
    t.true(beside <= most * before, name);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${api.opsPort}/metrics`)).text();
  t.regex(metrics, /^search_cache_lookups_total\{cache="lookups",result="hit"\} 0$/m);
  await api.end('SIGTERM');
  t.is(await api.ended, 0);
});

const everybody = {readers: 200, writers: 200, pipeliners: 1, batches: 8};

alone(
  'under four attacks at once others are answered right, and p99 at most doubles',
  bearable,
  20_000,
  [
    // Each kind alone is to be read in the log.
    ...Object.entries(everybody).map(([name, count]) => ({name, attackers: {[name]: count}})),
    {name: 'all at once', attackers: everybody, rounds: 5, most: 2},
  ],
);

alone(
  'beside the heaviest statistics lookups of others take at most three times as long',
  bearable,
  200_000,
  // One key of 60 requests a minute may send the first, ten clients with a key that has no limit the second.
  [
    {
      name: 'one statistic a second',
      attackers: {statistics: 1, pauseMs: 1_000},
      rounds: 3,
      most: 3,
    },
    {name: 'ten clients without a pause', attackers: {statistics: 10}, rounds: 3, most: 3},
  ],
);
