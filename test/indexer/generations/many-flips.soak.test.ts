import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import {constantLoad} from '../../helpers/api/constant-load.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {rounds} from '../../helpers/soak.ts';
import {goLive} from './generations.ts';

const flips = rounds(12, 100);

test('over many flips back and forth no request fails and no answer mixes two generations', async t => {
  t.timeout(240_000);
  const {client, prefix} = anInstallation(t);
  await importFile(t, await markedExtract(t, 0), prefix);
  await importFile(t, await markedExtract(t, 1), prefix);
  const [first, second] = await storedGenerations({client, prefix});
  if (!first || !second) throw new Error('There must be two generations.');
  const load = await constantLoad(t, prefix);

  let [candidate, expected] = [first, second];
  for (let flip = 0; flip < flips; flip += 1) {
    const before = load.answers();
    await goLive({client, prefix}, {candidate, expected});
    [candidate, expected] = [expected, candidate];
    // The others may be over before the service looks again.
    if (flip === 0) await load.reaches(expected.version);
    while (load.answers() < before + 20) await wait(20);
  }
  await load.reaches(expected.version);
  const {answers, faults, versions} = await load.end();
  t.deepEqual(faults, []);
  t.deepEqual([...versions].toSorted(), [first.version, second.version]);
  t.true(answers >= flips * 20);
});
