import test from 'ava';
import {toStamp} from '#indexer/generation/stamp.ts';

const stamped = test.macro({
  title: (_, instant: string, stamp: string) => `${instant} is ${stamp} in Denmark`,
  exec(t, instant: string, stamp: string) {
    t.is(toStamp(instant), stamp);
  },
});

test(stamped, '2026-07-26T01:15:00Z', '20260726-031500');
test(stamped, '2026-11-15T02:15:00.000Z', '20261115-031500');
test(stamped, '2026-12-31T23:00:00Z', '20270101-000000');
test(stamped, '2026-01-01T00:00:00+02:00', '20251231-230000');
