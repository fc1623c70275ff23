import test from 'ava';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {exportFlips} from './export-flips.ts';

test('over many random flips each export becomes the next by its changes', async t => {
  t.timeout(7_200_000);
  const flips = rounds(3, 200);
  const {missing} = await exportFlips(t, {vehicles: 300, flips, seed: soakSeed(20_261_128)});
  t.true(missing < flips, String(missing));
});
