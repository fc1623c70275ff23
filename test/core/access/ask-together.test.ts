import {setImmediate as nextTurn} from 'node:timers/promises';
import test from 'ava';
import {askTogether} from '#core/access/ask-together.ts';

/** Answers each number with its double, and remembers what was asked in one go. */
const startDoubling = (limit = 100) => {
  const asked: (readonly number[])[] = [];
  const ask = askTogether(async (numbers: readonly number[]) => {
    asked.push(numbers);
    return numbers.map(number => 2 * number);
  }, limit);
  return {ask, asked};
};

test('what is asked within one turn is asked in one go, and each gets its answer', async t => {
  const {ask, asked} = startDoubling();
  const first = ask('', 1);
  await Promise.resolve();
  t.deepEqual(await Promise.all([first, ask('', 2), ask('', 3)]), [2, 4, 6]);
  t.is(await ask('', 4), 8);
  t.deepEqual(asked, [[1, 2, 3], [4]]);
});

test('groups are asked apart', async t => {
  const {ask, asked} = startDoubling();
  t.deepEqual(await Promise.all([ask('a', 1), ask('b', 2), ask('a', 3)]), [2, 4, 6]);
  t.deepEqual(asked, [[1, 3], [2]]);
});

test('more than the limit is asked at once, in several goes', async t => {
  const {ask, asked} = startDoubling(2);
  t.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(number => ask('', number))), [2, 4, 6, 8, 10]);
  t.deepEqual(asked, [[1, 2], [3, 4], [5]]);
});

test('nothing waits for the answers of an earlier turn', async t => {
  const answers: PromiseWithResolvers<string[]>[] = [];
  const ask = askTogether(() => {
    const answer = Promise.withResolvers<string[]>();
    answers.push(answer);
    return answer.promise;
  }, 100);
  const slow = ask('', 1);
  await nextTurn();
  const fast = ask('', 2);
  await nextTurn();
  t.is(answers.length, 2);
  answers[1]?.resolve(['second']);
  t.is(await fast, 'second');
  answers[0]?.resolve(['first']);
  t.is(await slow, 'first');
});

test('a failure is that of all who were asked for together, and of nobody else', async t => {
  let fails = true;
  const ask = askTogether(async (numbers: readonly number[]) => {
    if (fails) throw new Error('No answer.');
    return numbers;
  }, 100);
  const together = [ask('', 1), ask('', 2)];
  for (const one of together) await t.throwsAsync(one, {message: 'No answer.'});
  fails = false;
  t.is(await ask('', 3), 3);
});

test('a question without an answer is an error', async t => {
  const ask = askTogether(async () => ['only one'], 100);
  const [first, second] = [ask('', 1), ask('', 2)];
  t.is(await first, 'only one');
  await t.throwsAsync(second, {message: /without an answer/});
});

test('answers that come together are handed on over several turns', async t => {
  const {ask} = startDoubling();
  let [turn, isOver] = [0, false];
  const turns: number[] = [];
  const answered = Array.from({length: 40}, (_, number) =>
    ask('', number).then(() => void turns.push(turn)),
  );
  const counting = (async () => {
    for (; !isOver; turn += 1) await nextTurn();
  })();
  await Promise.all(answered);
  isOver = true;
  await counting;
  const [first = 0] = turns;
  t.deepEqual(
    turns.map(each => each - first),
    Array.from({length: 40}, (_, at) => Math.floor(at / 16)),
  );
});
