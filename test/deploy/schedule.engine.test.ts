import {spawnSync} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import which from 'which';
import {parse} from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');
const units = ['service', 'timer'].map(kind => `deploy/systemd/vehicle-data-update.${kind}`);

const command = 'npm run --silent indexer -- update';

type Service = {
  readonly entrypoint: readonly string[];
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly profiles: readonly string[];
  readonly volumes: readonly string[];
};

const services = async () =>
  (
    parse(await read('docker-compose.yml'), {merge: true}) as {
      readonly services: {readonly indexer: Service; readonly updates: Service};
    }
  ).services;

test('systemd, cron and the documentation run one command', async t => {
  const [service = ''] = units;
  t.regex(await read(service), new RegExp(`^ExecStart=/usr/bin/env ${command}$`, 'm'));
  t.true((await read('deploy/cron/vehicle-data-update')).endsWith(` && ${command}\n`));
  t.true((await read('docs/importing.md')).includes(command));
});

test('Compose runs that command, too: as the indexer is run there', async t => {
  const {indexer, updates} = await services();
  const [shell, script, ...daily] = updates.entrypoint;
  t.deepEqual([shell, script], ['sh', '/deploy/update-daily']);
  t.deepEqual(daily, indexer.entrypoint);
  t.deepEqual(updates.command, ['update']);
});

test('in Compose the schedule is for those who ask for it, and fetches to where the indexer does', async t => {
  const {indexer, updates} = await services();
  t.deepEqual(updates.profiles, ['scheduled']);
  t.deepEqual(updates.environment, indexer.environment);
  const folder = indexer.environment['INDEXER_DIRECTORY'];
  const volume = `\${INDEXER_DIRECTORY:-indexer-data}:${folder}`;
  t.true(indexer.volumes.includes(volume));
  t.true(updates.volumes.includes(volume));
  t.true((await read('Dockerfile')).includes(`--owner=node --group=node ${folder}\n`));
});

test('the timer looks daily and starts the service of its own name', async t => {
  const [, timer = ''] = units;
  const text = await read(timer);
  t.regex(text, /^OnCalendar=\*-\*-\* /m);
  t.regex(text, /^Persistent=yes$/m);
  t.notRegex(text, /^Unit=/m);
});

test('systemd does not try again what will be no better in a quarter of an hour', async t => {
  const [service = ''] = units;
  const text = await read(service);
  t.regex(text, /^Restart=on-failure$/m);
  t.regex(text, /^RestartPreventExitStatus=1 2 65$/m);
  // Two runs of the timer can be 23 hours apart.
  t.true(Number(/^StartLimitIntervalSec=(\d+)h$/m.exec(text)?.[1]) < 23);
});

const analyze = which.sync('systemd-analyze', {nothrow: true});

(analyze ? test : test.skip)('systemd finds nothing wrong with its units', t => {
  const cwd = fileURLToPath(root);
  const all = [...units, 'deploy/systemd/vehicle-data-api@.service'];
  const {status, stderr} = spawnSync(analyze ?? '', ['verify', ...all], {cwd, encoding: 'utf8'});
  t.is(status, 0, stderr);
});
