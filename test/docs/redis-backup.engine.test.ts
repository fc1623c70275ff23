import {execFile} from 'node:child_process';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {waitUntil} from '#local/processes/wait.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {runAdmin} from '../helpers/processes/run-admin.ts';
import {readiness, startServing} from '../helpers/processes/start-main.ts';
import {codeBlocks, readPage} from './pages.ts';

const run = promisify(execFile);

const {text} = await readPage('docs/operations.md');
const [backUp = '', restore = ''] = codeBlocks(text, 'bash');

const asOfTheStack = ['appendonly yes', 'appendfsync everysec', 'save ""'];

test('Redis is backed up, lost and restored as docs/operations.md says', async t => {
  const server = await startRedisServer(t, asOfTheStack);
  const env = {
    REDIS_URL: server.url,
    REDIS_DATA: server.folder,
    BACKUP: join(aFolder(t), 'backup'),
  };
  const shell = (script: string) =>
    run('bash', ['-euo', 'pipefail', '-c', script], {env: {...process.env, ...env}});
  const admin = async (...args: readonly string[]) => {
    const {code, stdout, stderr} = await runAdmin(env, ...args, '--json');
    t.is(code, 0, stderr);
    return JSON.parse(stdout);
  };

  await admin('plans', 'set', 'basic', '--monthly-requests', '1000');
  const {accountId} = await admin('accounts', 'create', '--name', 'Demo', '--plan', 'basic');
  const kept = await admin('keys', 'issue', accountId);
  const revokedLater = await admin('keys', 'issue', accountId);
  const api = await startServing(t, env);
  const ask = async ({key}: {readonly key: string}) => {
    const headers = {'X-Api-Key': key};
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/usage`, {headers});
    return {status: answer.status, body: (await answer.json()) as {readonly code?: string}};
  };
  const isReady = async () => (await readiness(api.opsPort)).body.checks.redis.healthy;
  t.is((await ask(kept)).status, 200);
  const before = await admin('usage', accountId);

  await shell(backUp);
  const issuedLater = await admin('keys', 'issue', accountId);
  await admin('keys', 'revoke', revokedLater.keyId, '--yes');
  t.is((await ask(issuedLater)).status, 200);

  await server.stop();
  await rm(join(server.folder, 'appendonlydir'), {recursive: true});
  await server.start();
  t.true(await waitUntil(async () => !(await isReady()), {seconds: 10}));
  const empty = await ask(kept);
  t.is(empty.status, 503);
  t.is(empty.body.code, 'ServiceUnavailable');

  await server.stop();
  await shell(restore);
  await server.start();
  t.true(await waitUntil(isReady, {seconds: 10}));
  t.deepEqual(await admin('usage', accountId), before);
  t.is((await ask(kept)).status, 200);
  t.is((await ask(revokedLater)).status, 200);
  t.is((await ask(issuedLater)).status, 401);
});
