import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {withDeadline} from '#src/search/engine/failures.ts';

test('work that is done before the deadline keeps its outcome', async t => {
  t.is(await withDeadline(Promise.resolve('done'), 60_000), 'done');
  const fault = new Error('lost');
  t.is(await t.throwsAsync(withDeadline(Promise.reject(fault), 60_000)), fault);
});

test('work that is late is unavailable', async t => {
  const error = await t.throwsAsync(withDeadline(new Promise(() => {}), 1), {
    instanceOf: SearchUnavailable,
  });
  t.regex(String(error?.cause), /longer than 1 ms/);
});

test('the failure of late work harms nobody', async t => {
  const work = Promise.withResolvers<never>();
  await t.throwsAsync(withDeadline(work.promise, 1), {instanceOf: SearchUnavailable});
  work.reject(new Error('long after'));
  await t.throwsAsync(work.promise, {message: 'long after'});
});
