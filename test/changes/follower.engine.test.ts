import test from 'ava';
import {digestOf} from './follower.ts';
import {assertFollowed} from './random-flips.ts';

test('who follows the changes of random flips holds the vehicles that are live', async t => {
  t.timeout(300_000);
  const counts = await assertFollowed(t, 12, 300, 20_261_126);
  t.true(counts.changes > 50, String(counts.changes));
});

test('the digest of nothing is zero', t => {
  t.is(digestOf([]), '0000000000000000');
});
