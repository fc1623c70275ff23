import test from 'ava';
import {isPastEnd, isTooDeep, totalPages} from '#core/domain/pagination.ts';

test('the last page is counted when it is only partly filled', t => {
  t.is(totalPages(0, 10), 0);
  t.is(totalPages(10, 10), 1);
  t.is(totalPages(11, 10), 2);
});

test('a page past the last one is past the end, but no page of an empty list is', t => {
  t.false(isPastEnd({number: 2, size: 10}, 11));
  t.true(isPastEnd({number: 3, size: 10}, 11));
  t.false(isPastEnd({number: 999, size: 10}, 0));
});

test('a page may end at the 10,000th item and not beyond', t => {
  t.false(isTooDeep({number: 500, size: 20}));
  t.true(isTooDeep({number: 501, size: 20}));
  t.true(isTooDeep({number: Number.MAX_SAFE_INTEGER, size: 1}));
});

test('a page below the first is not called too deep', t => {
  t.false(isTooDeep({number: -200, size: -100}));
  t.false(isTooDeep({number: 20_000, size: 0}));
});
