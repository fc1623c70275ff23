import test from 'ava';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {exportFlips, flipping} from './export-flips.ts';

test('over many random flips each export becomes the next by its changes', async t => {
  t.timeout(7_200_000);
  const flips = rounds(3, 200);
  const asked = {vehicles: 300, flips, seed: soakSeed(20_261_128)};
  const {missing} = await exportFlips(t, asked, [...flipping, 'held', 'killed']);
  t.true(missing < flips, String(missing));
});
