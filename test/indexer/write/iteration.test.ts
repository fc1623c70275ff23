import {setImmediate as turn} from 'node:timers/promises';
import test from 'ava';
import {forEachConcurrently} from '#indexer/write/iteration.ts';

/** Numbers from 0, and how the reading of them went. */
const aSource = (length: number, failure?: Error) => {
  const state = {taken: 0, isClosed: false};
  const items = async function* () {
    try {
      for (; state.taken < length; ) {
        state.taken += 1;
        yield state.taken - 1;
      }
      if (failure) throw failure;
    } finally {
      state.isClosed = true;
    }
  };
  return {state, items: items()};
};

test('every item is worked on, and never more at once than the limit', async t => {
  const {items, state} = aSource(50);
  const done: number[] = [];
  let [running, most] = [0, 0];
  await forEachConcurrently(items, 4, async item => {
    running += 1;
    most = Math.max(most, running);
    t.true(state.taken - done.length <= 4, 'the source is not read ahead');
    for (let turns = 0; turns <= item % 3; turns += 1) await turn();
    running -= 1;
    done.push(item);
  });
  t.is(most, 4);
  t.deepEqual(
    done.toSorted((a, b) => a - b),
    Array.from({length: 50}, (_, n) => n),
  );
});

test('the first failure is thrown once what was running has ended', async t => {
  const {items, state} = aSource(50);
  const ended: number[] = [];
  const working = forEachConcurrently(items, 3, async item => {
    if (item === 5) throw new Error('the first');
    await turn();
    await turn();
    ended.push(item);
    if (item > 5) throw new Error('a later one');
  });
  await t.throwsAsync(working, {message: 'the first'});
  t.is(ended.length, state.taken - 1, 'all but the one that failed were waited for');
  t.true(state.taken < 10, 'no more were taken');
  t.true(state.isClosed);
});

test('a failure of the source is thrown once what was running has ended', async t => {
  const {items, state} = aSource(2, new Error('cut short'));
  let ended = 0;
  const working = forEachConcurrently(items, 5, async () => {
    await turn();
    ended += 1;
  });
  await t.throwsAsync(working, {message: 'cut short'});
  t.is(ended, 2);
  t.true(state.isClosed);
});

test('a task that failed before the source is what is reported', async t => {
  const items = async function* () {
    yield 1;
    await turn();
    throw new Error('of the source, later');
  };
  const working = forEachConcurrently(items(), 5, async () => {
    throw new Error('of the task');
  });
  await t.throwsAsync(working, {message: 'of the task'});
});

test('an item that arrives after a failure is not begun', async t => {
  let begun = 0;
  let fail: (error: Error) => void = () => {};
  const items = async function* () {
    yield 1;
    await turn();
    fail(new Error('while the source was asked'));
    await turn();
    yield 2;
  };
  const working = forEachConcurrently(items(), 5, () => {
    begun += 1;
    return new Promise<void>((_, reject) => {
      fail = reject;
    });
  });
  await t.throwsAsync(working, {message: 'while the source was asked'});
  t.is(begun, 1);
});
