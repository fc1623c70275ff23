import test from 'ava';
import {mostCells, nestingOf} from '#src/search/statistics/cells.ts';

const groups = (length: number, count = 1) =>
  Array.from({length}, (_, index) => ({
    value: String(index),
    count,
    bucket: {doc_count: 1},
  }));

test('the grouping with the fewest groups is outermost, and of as many the first one', t => {
  t.deepEqual(nestingOf([]), []);
  t.deepEqual(nestingOf([groups(3)]), [0]);
  t.deepEqual(nestingOf([groups(3), groups(2)]), [1, 0]);
  t.deepEqual(nestingOf([groups(2), groups(3)]), [0, 1]);
  t.deepEqual(nestingOf([groups(2), groups(2)]), [0, 1]);
});

test('how many cells there can be does not depend on the order of the groupings', t => {
  const [few, many] = [groups(2, 100), groups(200)];
  t.is(mostCells([few, many]), 200, 'each of the 200 has one vehicle, which is in one cell');
  t.is(mostCells([many, few]), 200);
  t.is(mostCells([groups(3, 2), groups(5, 50)]), 6);
  t.is(mostCells([groups(5, 50), groups(3, 2)]), 6);
  t.is(mostCells([many]), 200);
  t.is(mostCells([]), 1);
});
