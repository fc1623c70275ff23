import test from 'ava';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {assertFollowed} from './random-flips.ts';

test('who follows the changes of many random flips holds the vehicles that are live', async t => {
  t.timeout(7_200_000);
  const seed = soakSeed(38);
  t.log(`SOAK_SEED=${seed}`);
  const {changes} = await assertFollowed(t, rounds(12, 200), rounds(300, 600), seed);
  t.true(changes > 50, String(changes));
});
