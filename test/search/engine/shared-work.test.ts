import test from 'ava';
import {shareWork} from '#src/search/engine/shared-work.ts';

/** Work whose signal and end are the test's. */
const startWork = () => {
  const end = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = shareWork(signal => {
    signals.push(signal);
    return end.promise;
  });
  return {...work, end, signals, isStopped: () => signals[0]?.aborted};
};

test('work is begun once, for its first caller, and all get its outcome', async t => {
  const {join, end, signals} = startWork();
  t.is(signals.length, 0);
  const callers = [join(undefined), join(new AbortController().signal)];
  t.is(signals.length, 1);
  end.resolve('done');
  t.deepEqual(await Promise.all(callers), ['done', 'done']);
});

test('work is given up once all its callers have left, and not before', t => {
  const {join, isStopped, isAbandoned} = startWork();
  const callers = [new AbortController(), new AbortController()];
  for (const {signal} of callers) void join(signal);
  callers[0]?.abort();
  t.false(isStopped());
  t.false(isAbandoned());
  callers[1]?.abort();
  t.true(isStopped());
  t.true(isAbandoned());
});

test('a caller who never leaves keeps work going', t => {
  const {join, isStopped} = startWork();
  const caller = new AbortController();
  void join(caller.signal);
  void join(undefined);
  caller.abort();
  t.false(isStopped());
});

test('a caller who has left already begins nothing and keeps nothing going', async t => {
  const {join, signals, isStopped} = startWork();
  const left = AbortSignal.abort(new Error('gone'));
  await t.throwsAsync(join(left), {message: 'gone'});
  t.is(signals.length, 0);
  const caller = new AbortController();
  void join(caller.signal);
  await t.throwsAsync(join(left), {message: 'gone'});
  t.false(isStopped());
  caller.abort();
  t.true(isStopped());
});
