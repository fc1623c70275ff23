import {readFile} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import type {Random} from '#sample/random.ts';
import type {Fate} from '../helpers/engines/elasticsearch-proxy.ts';
import type {startRedisServer} from '../helpers/engines/redis-server.ts';
import type {History} from './history.ts';

type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** Ways in which Elasticsearch can fail, and a share of the requests that are hit. */
const failures: readonly Fate[] = [
  'hang',
  'lose the answer',
  'lose the request',
  {status: 429, body: {error: {type: 'circuit_breaking_exception', reason: 'soak'}, status: 429}},
  {status: 502, body: {error: {type: 'bad_gateway', reason: 'soak'}, status: 502}},
  {status: 503, body: {error: {type: 'unavailable_shards_exception', reason: 'soak'}, status: 503}},
];

/** What becomes of requests to Elasticsearch; they pass until it is told to fail. */
export const failingElasticsearch = () => {
  let fate = (): Fate => 'pass';
  return {
    decide: () => fate(),
    fail: async (random: Random): Promise<void> => {
      const [failure, share] = [random.pick(failures), random.pick([0.2, 1])];
      fate = () => (Math.random() < share ? failure : 'pass');
      try {
        await wait(random.between(500, 4_000));
      } finally {
        fate = () => 'pass';
      }
    },
  };
};

/** So long a Redis may keep one client waiting; the service waits for some 350 ms. */
const slowMs = 150;

/** Notes when Redis is slow by itself, as on a busy disk: `always` keeps all replies waiting for it. */
export const noteSlowness = async (redis: Redis, history: History, signal: AbortSignal) => {
  while (!signal.aborted) {
    const reply = redis.ping().catch(() => {});
    const isSlow = await Promise.race([reply.then(() => false), wait(slowMs, true)]);
    if (isSlow) await history.during('redis', () => reply);
    await wait(50);
  }
};

/** So long the service may wait for a processor in a tenth of a second. */
const starvedMs = 50;

/** How long a process has been ready to run and did not, since it started; undefined once it has ended. */
const waitedMs = async (pid: number): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split(' ')[1]) / 1e6;
};

/** Notes when others keep a process from running, as tests beside this one do: its timeouts pass then. */
export const noteStarvation = async (pid: number, history: History, signal: AbortSignal) => {
  let [from, before] = [performance.now(), await waitedMs(pid)];
  while (!signal.aborted && before !== undefined) {
    await wait(100);
    const [to, after] = [performance.now(), await waitedMs(pid)];
    if (after !== undefined && after - before > starvedMs) history.note('redis', from, to);
    [from, before] = [to, after];
  }
};

/** Stops, hangs or empties the memory of a Redis for a moment, and mends it. */
export const failRedis = async (server: RedisServer, operator: Redis, random: Random) => {
  const outages = [
    async () => {
      server.pause();
      await wait(random.between(200, 3_500));
      server.resume();
    },
    async () => {
      await server.stop();
      await wait(random.between(0, 2_000));
      await server.start();
    },
    async () => {
      await operator.config('SET', 'maxmemory', '1mb');
      await wait(random.between(200, 2_000));
      await operator.config('SET', 'maxmemory', '0');
    },
    () => operator.script('FLUSH'),
    () => operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
  ];
  await random.pick<() => Promise<unknown>>(outages)();
  await operator.ping();
};
