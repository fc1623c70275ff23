import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {withDeadline} from '#src/search/engine/while-wanted.ts';

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
