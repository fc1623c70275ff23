import test from 'ava';
import {rounds, soakSeed} from '../../helpers/soak.ts';
import {assertSameWeeks} from './weeks.ts';

const weeks = rounds(10, 60);

test('over many weeks an import by what has changed leaves behind what a full import does', async t => {
  t.timeout(3_600_000);
  const seed = soakSeed(60);
  t.log(`SOAK_SEED=${seed}`);
  const differences = await assertSameWeeks(t, {vehicles: rounds(300, 1_500), weeks, seed});
  t.true(differences > weeks / 2);
});
