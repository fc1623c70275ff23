import test from 'ava';
import {type Action, assertSameWeeks} from './weeks.ts';

test('an import by what has changed leaves behind what a full import does, whatever happens in between', async t => {
  t.timeout(300_000);
  const expected: readonly (readonly [Action, string])[] = [
    ['import', 'full'],
    ['killed import', 'difference'],
    ['rollback', 'done'],
    ['import', 'difference'],
    ['earlier extract', 'full'],
    ['held import', 'difference'],
    ['held import', 'difference'],
    ['promote', 'done'],
    ['promote', 'done'],
    // Of JSON.
    ['import', 'full'],
  ];
  const actions = expected.map(([action]) => action);
  const came = await assertSameWeeks(t, {vehicles: 200, seed: 37, actions});
  t.deepEqual(
    came,
    expected.map(([, result]) => result),
  );
});
