import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import which from 'which';
import {aFolder} from '../helpers/extracts/files.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');
const service = 'deploy/systemd/vehicle-data-update.service';
const timer = 'deploy/systemd/vehicle-data-update.timer';

const command = 'npm run --silent indexer -- update';

test('systemd, cron and the documentation run one command', async t => {
  t.regex(await read(service), new RegExp(`^ExecStart=/usr/bin/env ${command}$`, 'm'));
  t.true((await read('deploy/cron/vehicle-data-update')).endsWith(` && ${command}\n`));
  t.true((await read('docs/importing.md')).includes(command));
});

test('the timer looks daily and starts the service of its own name', async t => {
  const text = await read(timer);
  t.regex(text, /^OnCalendar=\*-\*-\* /m);
  t.regex(text, /^Persistent=yes$/m);
  t.notRegex(text, /^Unit=/m);
});

test('systemd does not try again what will be no better in a quarter of an hour', async t => {
  const text = await read(service);
  t.regex(text, /^Restart=on-failure$/m);
  t.regex(text, /^RestartPreventExitStatus=1 2 65$/m);
  // Two runs of the timer can be 23 hours apart.
  t.true(Number(/^StartLimitIntervalSec=(\d+)h$/m.exec(text)?.[1]) < 23);
});

const analyze = which.sync('systemd-analyze', {nothrow: true});

(analyze ? test : test.skip)('systemd finds nothing wrong with its units', t => {
  const cwd = fileURLToPath(root);
  const all = [service, timer, 'deploy/systemd/vehicle-data-api@.service'];
  const {status, stderr} = spawnSync(analyze ?? '', ['verify', ...all], {cwd, encoding: 'utf8'});
  t.is(status, 0, stderr);
});

test('a copy of the API can be enabled, so that it starts with its machine', async t => {
  t.regex(await read('deploy/systemd/vehicle-data-api@.service'), /^\[Install\]\nWantedBy=/m);
});

const script = fileURLToPath(new URL('deploy/compose/update-daily', root));

/** Runs a line of shell as the command; `said` is the next line of what both say. */
const start = async (t: ExecutionContext, command: string, env: Record<string, string> = {}) => {
  const cwd = aFolder(t);
  const child = spawn('sh', [script, 'sh', '-c', command], {
    cwd,
    env: {...process.env, ...env},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  return {
    child,
    said: async () => (await lines.next()).value,
    stopped: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
};

test('what ends with 75 is run again soon, and what succeeds after a day', async t => {
  const failTwice = 'echo run >> runs; test "$(wc -l < runs)" -gt 2 || exit 75';
  const {said, stopped} = await start(t, failTwice, {RETRY_SECONDS: '0'});
  t.is(await said(), 'Exit code 75; next run in 0 s.');
  t.is(await said(), 'Exit code 75; next run in 0 s.');
  t.is(await said(), 'Exit code 0; next run in 86400 s.');
  t.is(await stopped(), 0);
});

test('what was killed is run again soon', async t => {
  const {said, stopped} = await start(t, 'kill -KILL $$', {RETRY_SECONDS: '600'});
  t.is(await said(), 'Exit code 137; next run in 600 s.');
  t.is(await stopped(), 0);
});

test('wrong settings end the schedule with the code that says so', async t => {
  const {child, said} = await start(t, 'exit 2');
  const exit = once(child, 'exit');
  t.is(await said(), undefined);
  t.deepEqual(await exit, [2, null]);
});

test('a refused extract is not tried again before the next day', async t => {
  const {said, stopped} = await start(t, 'exit 65');
  t.is(await said(), 'Exit code 65; next run in 86400 s.');
  t.is(await stopped(), 0);
});

test('to stop it stops the command, and waits until that has cleaned up', async t => {
  const cleansUp =
    'trap "echo cleaned up; exit 75" TERM; echo running; while :; do sleep 0.01; done';
  const {said, stopped} = await start(t, cleansUp);
  t.is(await said(), 'running');
  t.is(await stopped(), 0);
  t.is(await said(), 'cleaned up');
});

test('a stop is not lost while the pause begins', async t => {
  const stops = Array.from({length: 40}, async () => {
    const {said, stopped} = await start(t, 'exit 0');
    await said();
    return await stopped();
  });
  t.deepEqual(new Set(await Promise.all(stops)), new Set([0]));
});
