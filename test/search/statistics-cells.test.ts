import test from 'ava';
import {nestingOf} from '#src/search/statistics/cells.ts';

const groups = (count: number) =>
  Array.from({length: count}, (_, index) => ({
    value: String(index),
    count: 1,
    bucket: {doc_count: 1},
  }));

test('the grouping with the fewest groups is outermost, and of as many the first one', t => {
  t.deepEqual(nestingOf([]), []);
  t.deepEqual(nestingOf([groups(3)]), [0]);
  t.deepEqual(nestingOf([groups(3), groups(2)]), [1, 0]);
  t.deepEqual(nestingOf([groups(2), groups(3)]), [0, 1]);
  t.deepEqual(nestingOf([groups(2), groups(2)]), [0, 1]);
});
