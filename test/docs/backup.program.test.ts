import {execFile} from 'node:child_process';
import {chmod} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {waitUntil} from '#local/processes/wait.ts';
import {startOneNode} from '../helpers/engines/elasticsearch-cluster.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {anExtractFile, extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {runAdmin} from '../helpers/processes/run-admin.ts';
import type {Variables} from '../helpers/processes/run-in-process.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {readiness, startServing} from '../helpers/processes/start-main.ts';
import {codeBlocks, readPage} from './pages.ts';

const {text} = await readPage('docs/backup.md');
const [copyRedis, putRedisBack, register, takeSnapshot, findSnapshot, restore, ...others] =
  codeBlocks(text, 'bash');

const shell = (t: ExecutionContext, env: Variables) => async (script: string | undefined) => {
  t.truthy(script);
  return await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', String(script)], {
    env: {...process.env, ...env},
  });
};

const admin =
  (t: ExecutionContext, env: Variables) =>
  async (...args: readonly string[]) => {
    const {code, stdout, stderr} = await runAdmin(env, ...args, '--json');
    t.is(code, 0, stderr);
    return JSON.parse(stdout);
  };

const asOfTheStack = ['appendonly yes', 'appendfsync everysec', 'save ""'];

test('Redis is backed up, lost and restored as docs/backup.md says', async t => {
  const server = await startRedisServer(t, asOfTheStack);
  const env = {
    REDIS_URL: server.url,
    REDIS_DATA: server.folder,
    BACKUP: join(aFolder(t), 'backup'),
  };
  const [run, tool] = [shell(t, env), admin(t, env)];

  await tool('plans', 'set', 'basic', '--monthly-requests', '1000');
  const {accountId} = await tool('accounts', 'create', '--name', 'Demo', '--plan', 'basic');
  const kept = await tool('keys', 'issue', accountId);
  const revokedLater = await tool('keys', 'issue', accountId);
  const api = await startServing(t, env);
  const ask = async ({key}: {readonly key: string}) => {
    const headers = {'X-Api-Key': key};
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/usage`, {headers});
    return {status: answer.status, body: (await answer.json()) as {readonly code?: string}};
  };
  const isReady = async () => (await readiness(api.opsPort)).body.checks.redis.healthy;
  t.is((await ask(kept)).status, 200);
  const before = await tool('usage', accountId);

  await run(copyRedis);
  const issuedLater = await tool('keys', 'issue', accountId);
  await tool('keys', 'revoke', revokedLater.keyId, '--yes');
  t.is((await ask(issuedLater)).status, 200);

  await server.stop();
  await run('rm -r "$REDIS_DATA/appendonlydir"');
  await server.start();
  t.true(await waitUntil(async () => !(await isReady()), {seconds: 10}));
  const empty = await ask(kept);
  t.is(empty.status, 503);
  t.is(empty.body.code, 'ServiceUnavailable');

  await server.stop();
  await run(putRedisBack);
  await server.start();
  t.true(await waitUntil(isReady, {seconds: 10}));
  t.deepEqual(await tool('usage', accountId), before);
  t.is((await ask(kept)).status, 200);
  t.is((await ask(revokedLater)).status, 200);
  t.is((await ask(issuedLater)).status, 401);
});

const records = someRecords(300);

/** Each day has a vehicle less than the day before. */
const importInto = async (t: ExecutionContext, url: string, day: number) => {
  const file = await anExtractFile(t, await extractZip(records.slice(day - 15)), day);
  const env = {ELASTICSEARCH_NODES: url, GENERATIONS_KEPT: '1'};
  const done = await runIndexer(t, ['import', file], env);
  t.is(done.code, 0, done.stderr);
  return done;
};

const asked = [
  'dataset',
  'releases',
  'vehicles?primaryFuel=Diesel&pageSize=20',
  'changes?since=1',
  'statistics?groupBy=make',
  'makes?pageSize=10',
];

test('all is backed up, lost and restored into empty engines as docs/backup.md says', async t => {
  t.timeout(400_000);
  const snapshots = aFolder(t);
  await chmod(snapshots, 0o777);
  const [first, redis] = [
    await startOneNode(t, {'path.repo': snapshots}),
    await startRedisServer(t, asOfTheStack),
  ];
  const answers = async (url: string, redisUrl: string, key: string) => {
    const api = await startServing(t, {ELASTICSEARCH_NODES: url, REDIS_URL: redisUrl});
    const headers = {'X-Api-Key': key};
    const all = await Promise.all(
      asked.map(async path => {
        let body: unknown;
        // A node that has just started can take longer than a request may.
        const isAnswered = async () => {
          const answer = await fetch(`http://127.0.0.1:${api.port}/v1/${path}`, {headers});
          body = await answer.json();
          return answer.status === 200;
        };
        t.true(await waitUntil(isAnswered, {seconds: 30}), JSON.stringify(body));
        return body;
      }),
    );
    await api.end('SIGTERM');
    return all;
  };

  for (const day of [15, 16]) await importInto(t, first.url, day);
  const tool = admin(t, {REDIS_URL: redis.url});
  await tool('plans', 'set', 'basic', '--monthly-requests', '1000');
  const {accountId} = await tool('accounts', 'create', '--name', 'Demo', '--plan', 'basic');
  const {key} = await tool('keys', 'issue', accountId);
  const before = await answers(first.url, redis.url, key);

  const kept = {
    SNAPSHOTS: join(snapshots, 'vehicle-data'),
    BACKUP: join(aFolder(t), 'backup'),
  };
  const run = shell(t, {
    ...kept,
    ELASTICSEARCH: first.url,
    REDIS_URL: redis.url,
    REDIS_DATA: redis.folder,
  });
  await run(copyRedis);
  await run(register);
  t.regex((await run(takeSnapshot)).stdout, /"state":"SUCCESS"/);
  const [, taken = ''] = /(\d{8}-\d{6}) SUCCESS /.exec((await run(findSnapshot)).stdout) ?? [];
  await importInto(t, first.url, 17);
  await Promise.all([first.kill(), redis.stop()]);

  const [second, empty] = [
    await startOneNode(t, {'path.repo': snapshots}),
    await startRedisServer(t, asOfTheStack),
  ];
  await empty.stop();
  const again = (SNAPSHOT = '') =>
    shell(t, {
      ...kept,
      SNAPSHOT,
      ELASTICSEARCH: second.url,
      REDIS_DATA: empty.folder,
      REDIS_URL: empty.url,
    });
  await again()(putRedisBack);
  await empty.start();
  await again()(findSnapshot);
  await again(taken)(restore?.replace('npm run doctor\n', ''));
  t.deepEqual(await answers(second.url, empty.url, key), before);
  // The extract that went live after the snapshot, by what has changed and with its serial.
  t.regex((await importInto(t, second.url, 17)).stdout, /by what has changed/);
  const [dataset] = await answers(second.url, empty.url, key);
  t.is((dataset as {readonly serial: number}).serial, 3);
  t.is(others.length, 1);
});

test('an import goes live while a snapshot is taken', async t => {
  t.timeout(400_000);
  const location = aFolder(t);
  await chmod(location, 0o777);
  const {url} = await startOneNode(t, {'path.repo': location});
  const repository = `${url}/_snapshot/vehicle-data`;
  const put = (path: string, body: object) =>
    fetch(`${repository}${path}`, {
      method: 'PUT',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
  await importInto(t, url, 15);
  await put('', {type: 'fs', settings: {location, max_snapshot_bytes_per_sec: '4kb'}});
  t.is((await put('/slow', {indices: '*'})).status, 200);
  const {stderr} = await importInto(t, url, 16);
  t.regex(await (await fetch(`${repository}/_current`)).text(), /IN_PROGRESS/);
  t.regex(
    stderr,
    /^Older generations stay until the next import: Elasticsearch refused a request: .* are being snapshotted: .*\.$/m,
  );
});
