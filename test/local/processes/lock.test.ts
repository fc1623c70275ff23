import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {withLock} from '#local/processes/lock.ts';

const aFolder = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  t.teardown(() => rm(folder, {recursive: true}));
  return folder;
};

test('two that want the same lock work one after the other', async t => {
  const file = join(await aFolder(t), 'lock');
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

test('work that fails gives its lock back, and leaves no file', async t => {
  const folder = await aFolder(t);
  const failing = withLock(join(folder, 'lock'), () => Promise.reject(new Error('no luck')));
  await t.throwsAsync(failing, {message: 'no luck'});
  t.deepEqual(await readdir(folder), []);
});

test('the lock of a process that died is taken over', async t => {
  const folder = await aFolder(t);
  // Beyond the largest number any system gives a process.
  await writeFile(join(folder, 'lock'), '2000000000');
  t.is(await withLock(join(folder, 'lock'), () => Promise.resolve('done')), 'done');
  t.deepEqual(await readdir(folder), []);
});

test('who waits in vain is told which process holds the lock', async t => {
  const file = join(await aFolder(t), 'lock');
  await writeFile(file, String(process.pid));
  const waiting = withLock(file, () => Promise.resolve(), {seconds: 0});
  await t.throwsAsync(waiting, {message: new RegExp(`Process ${process.pid} .*${file}`)});
});
