import test from 'ava';
import {rounds, soakSeed} from '../../helpers/soak.ts';
import {assertSameWeeks, randomActions} from './weeks.ts';

const weeks = rounds(10, 60);

test('over many weeks an import by what has changed leaves behind what a full import does', async t => {
  t.timeout(7_200_000);
  const seed = soakSeed(60);
  t.log(`SOAK_SEED=${seed}`);
  const actions = randomActions(weeks, seed);
  const came = await assertSameWeeks(t, {vehicles: rounds(300, 1_500), actions, seed});
  t.true(came.filter(way => way === 'difference').length > weeks / 2);
});
