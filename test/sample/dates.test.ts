import test from 'ava';
import {dateText, dayOf, momentText, yearOf} from '#sample/dates.ts';

const isWritten = test.macro({
  title: (_, year: number, month: number, day: number, text: string) =>
    `${year}-${month}-${day} is written ${text}`,
  exec(t, year: number, month: number, day: number, text: string) {
    t.is(dateText(dayOf(year, month, day)), text);
    t.is(yearOf(dayOf(year, month, day)), year);
  },
});

test(isWritten, 2020, 3, 12, '2020-03-12+01:00');
test(isWritten, 2025, 6, 30, '2025-06-30+02:00');
test(isWritten, 1991, 8, 19, '1991-08-19+02:00');
test('the first midnight of summer time', isWritten, 2026, 3, 30, '2026-03-30+02:00');
test('the day it begins', isWritten, 2026, 3, 29, '2026-03-29+01:00');
test('the day it ends', isWritten, 2026, 10, 25, '2026-10-25+02:00');
test('the first midnight after', isWritten, 2026, 10, 26, '2026-10-26+01:00');
test('October before 1996', isWritten, 1995, 10, 1, '1995-10-01+01:00');
test('the last Sunday of a September of 30 days', isWritten, 1995, 9, 24, '1995-09-24+02:00');
test('the Monday after that', isWritten, 1995, 9, 25, '1995-09-25+01:00');
test('the Sunday that summer time of 1980 began', isWritten, 1980, 4, 6, '1980-04-06+01:00');
test('the Monday after it', isWritten, 1980, 4, 7, '1980-04-07+02:00');
test('summers before 1980', isWritten, 1979, 7, 1, '1979-07-01+01:00');
test('before 1970', isWritten, 1959, 12, 31, '1959-12-31+01:00');

test('a moment carries its second of the day', t => {
  t.is(momentText(dayOf(2017, 5, 5), 11 * 3600 + 21 * 60 + 40), '2017-05-05T11:21:40.000+02:00');
});

test('the clocks change during the Sunday, not with its date', t => {
  const sunday = dayOf(2026, 3, 29);
  t.is(momentText(sunday, 0), '2026-03-29T00:00:00.000+01:00');
  t.is(momentText(sunday, 10 * 3600), '2026-03-29T10:00:00.000+02:00');
});
