import test from 'ava';
import {assertSameWeeks} from './weeks.ts';

test('an import by what has changed leaves behind what a full import does, week after week', async t => {
  t.timeout(300_000);
  t.is(await assertSameWeeks(t, {vehicles: 300, weeks: 8, seed: 37}), 5);
});
