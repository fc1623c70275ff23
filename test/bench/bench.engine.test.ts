import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {json, text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {Redis} from 'ioredis';
import {testClient} from '../helpers/engines/test-index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** Starts the bench at a size that measures nothing, in no time. */
const startBench = (t: ExecutionContext, args: readonly string[], env: Environment = {}) => {
  const size = ['--vehicles', '300', '--rounds', '1', '--seconds', '1'];
  const child = spawn(process.execPath, ['bench/main.ts', ...size, '--json', ...args], {
    cwd: root,
    env: {...process.env, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGTERM'));
  return child;
};

const indicesOf = async (t: ExecutionContext, pid: number | undefined) =>
  Object.keys(await testClient(t).indices.get({index: `bench-${pid}-*`}));

const isClean = async (t: ExecutionContext, pid: number | undefined) => {
  t.deepEqual(await indicesOf(t, pid), []);
  const redis = new Redis(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');
  t.deepEqual(await redis.keys(`bench-${pid}-*`), []);
  redis.disconnect();
};

type Figure = {readonly median: number; readonly rounds: readonly number[]};
type Row = {
  readonly measurement: string;
  readonly way: string;
  readonly perSecond: Figure;
  readonly microseconds: Readonly<Record<string, Figure>>;
  readonly seconds: Readonly<Record<string, Figure>>;
};
type Result = {
  readonly machine: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly aims: readonly {readonly work: string}[];
};

/** Runs it to its end; its result as JSON. */
const resultOf = async (t: ExecutionContext, only: string): Promise<Result> => {
  const child = startBench(t, ['--only', only]);
  const [result, errors] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  t.is(child.exitCode, 0, errors);
  await isClean(t, child.pid);
  return result as Result;
};

const named = (rows: readonly Row[]) => rows.map(({measurement, way}) => `${measurement}: ${way}`);

test.serial('the import is measured by thread and phase, beside bulk requests alone', async t => {
  const {rows, aims} = await resultOf(t, 'import');
  t.deepEqual(named(rows), ['import: now', 'import: raw bulk']);
  const [now] = rows;
  t.true(now && now.perSecond.median > 0);
  t.deepEqual(Object.keys(now?.microseconds ?? {}), [
    'main',
    'workers',
    'V8',
    'libuv',
    'other',
    'elasticsearch',
  ]);
  t.true(Object.keys(now?.seconds ?? {}).includes('sealing'));
  t.deepEqual(
    aims.map(({work}) => work),
    ['import ÷ raw bulk', 'import: µs of processor a vehicle', 'import: MB of memory'],
  );
});

test.serial('requests are measured beside Elasticsearch and Koa', async t => {
  const {rows, machine} = await resultOf(t, 'batch');
  t.deepEqual(named(rows), [
    'batch of 500: now',
    'batch of 500: Elasticsearch',
    'batch of 500: Koa',
    'batch of 500: Koa and Redis',
  ]);
  for (const {perSecond} of rows) t.is(perSecond.rounds.length, 1);
  t.deepEqual(Object.keys(rows[0]?.microseconds ?? {}), ['node', 'elasticsearch', 'redis']);
  t.true(['wrk', 'autocannon'].includes(String(machine['client'])));
});

test.serial('a bench that is stopped leaves nothing behind', async t => {
  const child = startBench(t, []);
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  while ((await indicesOf(t, child.pid)).length === 0) await wait(100);
  child.kill('SIGINT');
  await ended;
  t.is(child.exitCode, 75);
  t.regex(await errors, /^Stopped by SIGINT\.\n$/m);
  await isClean(t, child.pid);
});

const refuses = test.macro({
  title: (_, what: string) => `it refuses in words: ${what}`,
  async exec(t, _what: string, args: readonly string[], env: Environment, sentence: RegExp) {
    const child = startBench(t, args, env);
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    t.not(child.exitCode, 0);
    t.regex(errors, sentence);
  },
});

test(
  refuses,
  'no Elasticsearch',
  [],
  {ELASTICSEARCH_NODES: 'http://127.0.0.1:1'},
  /^Elasticsearch does not answer at ELASTICSEARCH_NODES \(.*ECONNREFUSED.*\)\. Start it/,
);
test(
  refuses,
  'no Redis',
  [],
  {REDIS_URL: 'redis://127.0.0.1:1'},
  /^Redis does not answer at REDIS_URL \(.*ECONNREFUSED.*\)\. Start it/,
);
test(
  refuses,
  'a measurement that is not there',
  ['--only', 'bicycles'],
  {},
  /^No measurement has "bicycles" in its name\.$/m,
);
test(
  refuses,
  'a commit that is not there',
  ['--against', 'bicycles'],
  {},
  /^bicycles is no commit of this repository\.$/m,
);
