import test from 'ava';
import {ExtractDay} from '#indexer/document/extract-day.ts';

/** The first day on which an answer may be another. */
const until = (ask: (day: ExtractDay) => unknown): string => {
  const day = new ExtractDay('2026-11-15');
  day.isPossible(2999);
  day.begin();
  ask(day);
  return day.until;
};

test('what is in the past stays there', t => {
  t.is(
    until(day => t.true(day.hasCome('2026-11-15'))),
    '9999-12-31',
  );
  t.is(
    until(day => t.true(day.isOver('2026-11-14'))),
    '9999-12-31',
  );
  t.is(
    until(day => t.true(day.isPossible(2027))),
    '9999-12-31',
  );
  t.is(
    until(day => t.false(day.isPossible(9999))),
    '9999-12-31',
  );
});

test('what lies ahead is another answer once it comes', t => {
  t.is(
    until(day => t.false(day.hasCome('2026-11-16'))),
    '2026-11-16',
  );
  t.is(
    until(day => t.false(day.isOver('2026-11-15'))),
    '2026-11-15',
    'a day early',
  );
  t.is(
    until(day => t.false(day.isPossible(2028))),
    '2027-01-01',
  );
});

test('of several answers the one that changes first counts', t => {
  const asked = until(day => {
    day.hasCome('2027-03-01');
    day.isOver('2026-12-24');
    day.isPossible(2028);
  });
  t.is(asked, '2026-12-24');
});
