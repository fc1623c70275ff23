import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {shareWork, withDeadline} from '#src/search/engine/while-wanted.ts';

const never = () => new Promise<never>(() => {});

test('work that is done before the deadline keeps its outcome', async t => {
  t.is(await withDeadline(60_000, undefined, async () => 'done'), 'done');
  const fault = new Error('lost');
  const failing = withDeadline(60_000, undefined, () => Promise.reject(fault));
  t.is(await t.throwsAsync(failing), fault);
});

test('work that is late is unavailable', async t => {
  const error = await t.throwsAsync(withDeadline(1, undefined, never), {
    instanceOf: SearchUnavailable,
  });
  t.regex(String(error?.cause), /longer than 1 ms/);
});

test('the failure of late work harms nobody', async t => {
  const work = Promise.withResolvers<never>();
  const late = withDeadline(1, undefined, () => work.promise);
  await t.throwsAsync(late, {instanceOf: SearchUnavailable});
  work.reject(new Error('long after'));
  await t.throwsAsync(work.promise, {message: 'long after'});
});

test('work that is late is told to stop, and so is what is left of work that failed', async t => {
  const signals: AbortSignal[] = [];
  const hang = (signal: AbortSignal) => {
    signals.push(signal);
    return never();
  };
  const fail = (signal: AbortSignal) => {
    signals.push(signal);
    return Promise.reject(new Error('lost'));
  };
  await t.throwsAsync(withDeadline(1, undefined, hang));
  await t.throwsAsync(withDeadline(60_000, undefined, fail));
  t.deepEqual(
    signals.map(({aborted}) => aborted),
    [true, true],
  );
});

test('work whose caller leaves ends with the reason at once, and is told to stop', async t => {
  const caller = new AbortController();
  let told: AbortSignal | undefined;
  const work = withDeadline(60_000, caller.signal, signal => {
    told = signal;
    return never();
  });
  const reason = new Error('gone');
  caller.abort(reason);
  t.is(await t.throwsAsync(work), reason);
  t.is(told?.reason, reason);
  const unasked = withDeadline(60_000, caller.signal, async () => t.fail('was begun'));
  t.is(await t.throwsAsync(unasked), reason);
});

test('the signal of work that is done is never aborted', async t => {
  const caller = new AbortController();
  let told: AbortSignal | undefined;
  await withDeadline(60_000, caller.signal, async signal => {
    told = signal;
  });
  caller.abort();
  t.false(told?.aborted);
});

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
