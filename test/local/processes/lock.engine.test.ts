import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {withLock} from '#local/processes/wait.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

const aLock = (t: ExecutionContext): string => join(aFolder(t), 'lock');

const done = () => Promise.resolve('done');

/** Another process that holds a lock until it is killed. */
const aHolder = async (t: ExecutionContext, file: string) => {
  const lock = new URL('../../../local/processes/wait.ts', import.meta.url);
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
