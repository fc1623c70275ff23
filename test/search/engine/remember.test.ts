import test from 'ava';
import {remember} from '#src/search/engine/remember.ts';

/** Answers every question with its number, so that a test sees which ones were worked out anew. */
const counted = () => {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
};

test('an answer is worked out once and then remembered', async t => {
  const recall = remember<number>(2);
  const workOut = counted();
  t.is(await recall('a', workOut), 1);
  t.is(await recall('a', workOut), 1);
  t.is(await recall('b', workOut), 2);
});

test('callers that ask at the same time share the work', async t => {
  const recall = remember<number>(2);
  const workOut = counted();
  t.deepEqual(await Promise.all([recall('a', workOut), recall('a', workOut)]), [1, 1]);
});

test('the answer that was not asked for the longest is forgotten first', async t => {
  const recall = remember<number>(2);
  const workOut = counted();
  await recall('a', workOut);
  await recall('b', workOut);
  await recall('a', workOut);
  await recall('c', workOut);
  t.is(await recall('a', workOut), 1, 'asked for since');
  t.is(await recall('b', workOut), 4, 'forgotten');
});

test('a failure reaches everyone who shares it and is forgotten', async t => {
  const recall = remember<number>(2);
  const fail = () => Promise.reject(new Error('lost'));
  const failures = await Promise.allSettled([recall('a', fail), recall('a', fail)]);
  t.deepEqual(
    failures.map(({status}) => status),
    ['rejected', 'rejected'],
  );
  t.is(await recall('a', counted()), 1);
});

test('an old failure does not take a newer answer away', async t => {
  const recall = remember<number>(1);
  const slow = Promise.withResolvers<number>();
  const failing = t.throwsAsync(recall('a', () => slow.promise));
  await recall('b', counted());
  const workOut = counted();
  await recall('a', workOut);
  slow.reject(new Error('late'));
  await failing;
  t.is(await recall('a', workOut), 1);
});
