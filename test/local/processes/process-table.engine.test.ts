import {spawn} from 'node:child_process';
import {once} from 'node:events';
import test from 'ava';
import {parsePs, processes} from '#local/processes/process-table.ts';

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
