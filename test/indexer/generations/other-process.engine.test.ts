import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {hasEnded, LockHeld, ownProcess} from '#indexer/generations/lock.ts';
import {elasticsearchNode as node} from '../../helpers/environment.ts';
import {lockMs, locks, quickClock} from './locks.ts';

const program = fileURLToPath(new URL('./holder-process.ts', import.meta.url));

/** A process that has the lock and a candidate. */
const aBuilder = async (t: ExecutionContext, prefix: string) => {
  const child = spawn(process.execPath, [program, node, prefix, '600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  t.is(said, 'built 1\n');
  return child;
};

/** No time passes for whoever uses it, though the time of day is long after. */
const later = () => quickClock('2099-01-01T00:00:00Z');

test('a builder that lives on this machine is not taken over', async t => {
  const {take, prefix} = locks(t);
  await aBuilder(t, prefix);
  await t.throwsAsync(take(), {instanceOf: LockHeld});
});

test('a builder that was killed on this machine is taken over at once, and its candidate removed', async t => {
  const {take, prefix, aliases, said, document} = locks(t);
  const child = await aBuilder(t, prefix);
  t.deepEqual(Object.keys(await aliases()), ['1']);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const {clock, waited} = quickClock();
  const lock = await take({clock});
  t.is(lock.build, 2);
  t.is(waited(), 0);
  t.regex(
    said.join('\n'),
    /^Build 1 \(import\), process \d+ on .+, ended without releasing the lock\./,
  );
  t.deepEqual(await aliases(), {});
  t.deepEqual((await document())?.abandoned, []);
});

test('a builder that is stopped past the time it is given is taken over, and ends when it wakes', async t => {
  const {take, prefix, aliases} = locks(t);
  const child = await aBuilder(t, prefix);
  child.kill('SIGSTOP');
  const {clock, waited} = later();
  const lock = await take({clock});
  t.is(waited(), lockMs);
  t.deepEqual(await aliases(), {});
  const woken = once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  t.deepEqual(await woken, ['LockLost\n']);
  t.deepEqual(await ended, [0, null]);
  t.false(lock.signal.aborted);
});

test('a process is known by its start: another one of the same number is not it', async t => {
  const own = await ownProcess();
  t.truthy(own);
  const {pid} = process;
  t.false(await hasEnded({pid, process: own}));
  t.true(await hasEnded({pid, process: own && {...own, startTime: '1'}}));
});

test('of a process of another boot, container or system it is not known whether it has ended', async t => {
  const own = await ownProcess();
  const pid = 2 ** 22;
  t.true(await hasEnded({pid, process: own}));
  t.false(await hasEnded({pid, process: own && {...own, bootId: 'another'}}));
  t.false(await hasEnded({pid, process: own && {...own, pidNamespace: 'pid:[1]'}}));
  t.false(await hasEnded({pid, process: null}));
});
