import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {type ProcessEntry, parsePs, processes} from '#local/processes/process-table.ts';
import {
  ensureRunning,
  groupOf,
  isRunning,
  pidFile,
  processesOf,
  type Service,
  stop,
} from '#local/processes/service.ts';
import {withLock} from '#local/processes/wait.ts';
import {aFolder} from '../helpers/extracts/files.ts';

test('the output of ps is read with its command lines whole', t => {
  const output =
    '    1     1 Ss   /sbin/init --x y\n  214   200 S    redis-server /a b/redis.conf\n';
  t.deepEqual(parsePs(output), [
    {pid: 1, group: 1, commandLine: '/sbin/init --x y'},
    {pid: 214, group: 200, commandLine: 'redis-server /a b/redis.conf'},
  ]);
});

test('a process that ended but was not yet collected does not count as living', t => {
  t.deepEqual(parsePs('  214   200 Z    [java] <defunct>\n'), []);
});

test('a process that runs is listed with its group and its command line', async t => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'marker'], {
    detached: true,
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child, 'spawn');
  const entry = (await processes()).find(({pid}) => pid === child.pid);
  t.is(entry?.group, child.pid);
  t.true(entry?.commandLine.endsWith(' marker'));
});

test('a process that has ended is no longer listed', async t => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  t.false((await processes()).some(({pid}) => pid === child.pid));
});

const quiet = () => {};

/** A service that runs a script, and answers as soon as it runs unless told otherwise. */
const aService = (
  t: ExecutionContext,
  script: string,
  isHealthy: () => Promise<boolean> = () => Promise.resolve(true),
): Service => {
  const folder = aFolder(t);
  const service: Service = {
    name: 'program',
    port: 1,
    portVariable: 'PROGRAM_PORT',
    folder,
    address: 'nowhere',
    isHealthy,
    prepare: () =>
      Promise.resolve({
        command: process.execPath,
        args: ['--eval', script, `${folder}/`],
        env: process.env,
      }),
  };
  t.teardown(() => stop(service));
  return service;
};

const forever = 'setInterval(() => {}, 1000);';

test('a service that runs is not started again', async t => {
  const service = aService(t, forever);
  await ensureRunning(service, quiet);
  const before = await processesOf(service);
  await ensureRunning(service, quiet);
  t.is(before.length, 1);
  t.deepEqual(await processesOf(service), before);
});

test('a service is stopped with all it started', async t => {
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', '${forever}']); ${forever}`;
  const service: Service = aService(
    t,
    parent,
    async () => (await processesOf(service)).length === 2,
  );
  await ensureRunning(service, quiet);
  const started = (await processesOf(service)).map(({pid}) => pid);
  await stop(service);
  t.deepEqual(
    (await processes()).filter(({pid}) => started.includes(pid)),
    [],
  );
});

test('a service that ends while it starts shows its last words, and leaves no pid file', async t => {
  const service = aService(t, `console.error('no memory'); process.exit(1);`, () =>
    Promise.resolve(false),
  );
  await t.throwsAsync(ensureRunning(service, quiet), {
    message: /^program exited while starting\. [\s\S]*\nno memory$/,
  });
  t.deepEqual(await readdir(service.folder), ['program.log']);
});

test('a start that is interrupted leaves no process', async t => {
  const interruption = new AbortController();
  const service = aService(t, forever, () => {
    interruption.abort();
    return Promise.resolve(false);
  });
  await t.throwsAsync(ensureRunning(service, quiet, interruption.signal), {name: 'AbortError'});
  t.false(await isRunning(service));
});

test('a pid file of a process that is not ours is dropped, and its process left alone', async t => {
  const service = aService(t, forever);
  await writeFile(pidFile(service), String(process.ppid));
  await stop(service);
  t.deepEqual(await readdir(service.folder), []);
});

const folder = '/home/a/checkout/.local/stack-9200-6379';
const launcher = {pid: 40, group: 40, commandLine: `java -cp lib -Epath.data=${folder}/data`};
const server = {pid: 41, group: 40, commandLine: `java -Djava.io.tmpdir=${folder}/tmp`};
const bystander = {pid: 50, group: 50, commandLine: `less ${folder}/redis.log`};

const ours = (table: readonly ProcessEntry[]) => groupOf(table, 40, folder).map(({pid}) => pid);

test('a service is all processes of the group its pid file names', t => {
  t.deepEqual(ours([launcher, server, bystander]), [40, 41]);
});

test('a service whose first process died still owns what that one started', t => {
  t.deepEqual(ours([server]), [41]);
});

test('a pid that by now belongs to another program, or to none, is not ours', t => {
  t.deepEqual(ours([{pid: 40, group: 40, commandLine: 'vim'}]), []);
  t.deepEqual(ours([bystander]), []);
});

test('the process of a stack whose ports only begin like ours is not ours', t => {
  t.deepEqual(ours([{...launcher, commandLine: `java -Epath.data=${folder}0/data`}]), []);
});

const aLock = (t: ExecutionContext): string => join(aFolder(t), 'lock');

const done = () => Promise.resolve('done');

/** Another process that holds a lock until it is killed. */
const aHolder = async (t: ExecutionContext, file: string) => {
  const lock = new URL('../../local/processes/wait.ts', import.meta.url);
  const program = `import {withLock} from ${JSON.stringify(lock)};
    await withLock(${JSON.stringify(file)}, () => {
      console.log('locked');
      return new Promise(resolve => setTimeout(resolve, 60_000));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
};

test('two that want the same lock work one after the other', async t => {
  const file = aLock(t);
  let working = 0;
  const work = async () => {
    working += 1;
    t.is(working, 1);
    await nextTurn();
    working -= 1;
  };
  await Promise.all([withLock(file, work), withLock(file, work), withLock(file, work)]);
  t.is(working, 0);
});

test('work that fails releases its lock', async t => {
  const file = aLock(t);
  const failing = withLock(file, () => Promise.reject(new Error('no luck')));
  await t.throwsAsync(failing, {message: 'no luck'});
  t.is(await withLock(file, done, {seconds: 0}), 'done');
});

test('who waits in vain is told which process holds the lock, and gets it once that was killed', async t => {
  const file = aLock(t);
  const holder = await aHolder(t, file);
  const message = new RegExp(`Process ${holder.pid} .*${file}`);
  await t.throwsAsync(withLock(file, done, {seconds: 0}), {message});

  holder.kill('SIGKILL');
  await once(holder, 'exit');
  t.is(await withLock(file, done, {seconds: 0}), 'done');
});
