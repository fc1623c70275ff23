import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import type {Attack, Attackers} from './attackers.ts';
import {httpClient} from './http-client.ts';

const attackers = fileURLToPath(new URL('attackers.ts', import.meta.url));

/** Each of so many clients asks this often, whether or not it is answered sooner. */
const [clients, everyMs] = [4, 20];

type Lookup = {readonly path: string; readonly id: string};

/** The milliseconds of lookups from when they were due, while nothing else is asked here. */
const measured = async (port: number, key: string, lookups: readonly Lookup[], seconds = 8) => {
  const times: number[] = [];
  const faults: string[] = [];
  const one = async (number: number) => {
    const client = httpClient(port);
    const start = performance.now() + (number * everyMs) / clients;
    for (let count = 0; count < (seconds * 1000) / everyMs; count += 1) {
      const due = start + count * everyMs;
      await wait(Math.max(0, due - performance.now()));
      const {path, id} = lookups[(count * clients + number) % lookups.length] ?? {path: '', id: ''};
      const {status, body} = await client.ask({path, headers: {'X-Api-Key': key}});
      if (status !== 200 || (body as {readonly id: string}).id !== id)
        faults.push(`${path} ${status}`);
      times.push(performance.now() - due);
    }
    client.close();
  };
  await Promise.all(Array.from({length: clients}, (_, number) => one(number)));
  return {times, faults};
};

const startAttack = async (t: ExecutionContext, attack: Attack) => {
  const child = spawn(process.execPath, [attackers, JSON.stringify(attack)], {
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

/** It takes 200 readers so long until all of them are stuck; until then they only ask a lot. */
const settleSeconds = 5;

/** The times of lookups while nobody else asks, and those beside attackers who ask for these plates. */
export const besideAttack = async (
  t: ExecutionContext,
  {api, mine, theirs, lookups}: Awaited<ReturnType<typeof startMeasured>>,
  attackers: Attackers,
  plates: readonly string[] = [],
) => {
  const measure = (seconds?: number) => measured(api.port, mine.key, lookups, seconds);
  const quiet = await measure();
  const end = await startAttack(t, {...attackers, port: api.port, key: theirs.key, plates});
  const {faults} = await measure(settleSeconds);
  const attacked = await measure();
  await end();
  await wait(3_000);
  t.deepEqual([...quiet.faults, ...faults, ...attacked.faults], []);
  return {quiet: quiet.times, attacked: attacked.times};
};

/** A refused attack would be none. */
const unlimited = {monthlyRequests: 1_000_000_000, requestsPerMinute: 1_000_000_000};

export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/** A process that serves a sample, a key of ours and one of attackers, and lookups that it has compiled. */
export const startMeasured = async (t: ExecutionContext, vehicles?: number) => {
  const prefix = await importSample(t, vehicles);
  const {redis, url} = await startRedis(t);
  const [mine, theirs] = [await anAccount(redis), await anAccount(redis, unlimited)];
  const api = await startServing(t, {
    REDIS_URL: url,
    INDEX_PREFIX: prefix,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  const documents = (await storedVehicles(testClient(t), prefix)).slice(0, 1000);
  const lookups = documents.map(({vehicle: {id}}) => ({path: `/v1/vehicles/${id}`, id}));
  // What has been compiled for lookups alone would make the first round look quicker than it is.
  await measured(api.port, mine.key, lookups);
  return {api, mine, theirs, documents, lookups};
};
