import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import type {Aim} from '../../bench/aims.ts';
import type {Row} from '../../bench/report.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {redisUrl} from '../helpers/environment.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the bench at a size that measures nothing, in no time. */
const startBench = (t: ExecutionContext, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const size = ['--vehicles', '300', '--rounds', '1', '--seconds', '1'];
  const words = ['bench/main.ts', ...size, '--json', ...args];
  const bench = execa(process.execPath, words, {cwd: root, env, reject: false});
  t.teardown(() => bench.kill());
  return bench;
};

const indicesOf = async (t: ExecutionContext, pid: number | undefined) =>
  Object.keys(await testClient(t).indices.get({index: `bench-${pid}-*`}));

const isClean = async (t: ExecutionContext, pid: number | undefined) => {
  t.deepEqual(await indicesOf(t, pid), []);
  const redis = await anOperator(t, redisUrl);
  t.deepEqual(await redis.keys(`bench-${pid}-*`), []);
};

type Result = {
  readonly machine: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly aims: readonly Aim[];
};

/** Runs it to its end; its result as JSON. */
const resultOf = async (t: ExecutionContext, only: string): Promise<Result> => {
  const bench = startBench(t, ['--only', only]);
  const {exitCode, stdout, stderr} = await bench;
  t.is(exitCode, 0, stderr);
  await isClean(t, bench.pid);
  return JSON.parse(stdout);
};

const named = (rows: readonly Row[]) => rows.map(({measurement, way}) => `${measurement}: ${way}`);

test.serial('the import is measured by thread and phase, beside bulk requests alone', async t => {
  const {rows, aims} = await resultOf(t, 'import');
  t.deepEqual(named(rows), ['import: now', 'import: raw bulk']);
  const [now] = rows;
  t.true(now && now.perSecond.median > 0);
  const spenders = Object.keys(now?.microseconds ?? {});
  t.deepEqual(spenders, ['main', 'workers', 'V8', 'libuv', 'other', 'elasticsearch']);
  t.true(Object.keys(now?.seconds ?? {}).includes('sealing'));
  t.deepEqual(
    aims.map(({work}) => work),
    ['import ÷ raw bulk', 'import: µs of processor a vehicle', 'import: MB of memory'],
  );
});

test.serial('lookups are measured beside Elasticsearch and the lean service', async t => {
  const {rows, machine, aims} = await resultOf(t, 'lookup by plate, 8');
  t.deepEqual(named(rows), [
    'lookup by plate, 8 connections: now',
    'lookup by plate, 8 connections: Elasticsearch',
    'lookup by plate, 8 connections: lean',
  ]);
  t.deepEqual(
    aims.map(({work, aim}) => [work, aim]),
    [['lookup by plate, 8 connections ÷ lean', '≥ 0.85']],
  );
  for (const {perSecond} of rows) t.is(perSecond.rounds.length, 1);
  t.deepEqual(Object.keys(rows[0]?.microseconds ?? {}), ['node', 'elasticsearch', 'redis']);
  t.true(['wrk', 'autocannon'].includes(String(machine['client'])));
});

test.serial('a bench that is stopped leaves nothing behind', async t => {
  const bench = startBench(t, []);
  while ((await indicesOf(t, bench.pid)).length === 0) await wait(100);
  bench.kill('SIGINT');
  const {exitCode, stderr} = await bench;
  t.is(exitCode, 75);
  t.regex(stderr, /^Stopped by SIGINT\.$/m);
  await isClean(t, bench.pid);
});

const refusals: readonly (readonly [
  what: string,
  sentence: RegExp,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
])[] = [
  [
    'no Elasticsearch',
    /^Elasticsearch does not answer at ELASTICSEARCH_NODES \(.*ECONNREFUSED.*\)\. Start it/,
    [],
    {ELASTICSEARCH_NODES: 'http://127.0.0.1:1'},
  ],
  [
    'no Redis',
    /^Redis does not answer at REDIS_URL \(.*ECONNREFUSED.*\)\. Start it/,
    [],
    {REDIS_URL: 'redis://127.0.0.1:1'},
  ],
  [
    'a measurement that is not there',
    /^No measurement has "bicycles" in its name\.$/m,
    ['--only', 'bicycles'],
  ],
  [
    'a commit that is not there',
    /^bicycles is no commit of this repository\.$/m,
    ['--against', 'bicycles'],
  ],
];

for (const [what, sentence, args, env] of refusals) {
  test(`it refuses in words: ${what}`, async t => {
    const {exitCode, stderr} = await startBench(t, args, env);
    t.not(exitCode, 0);
    t.regex(stderr, sentence);
  });
}
