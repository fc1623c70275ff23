import test from 'ava';
import {liveGeneration, storedGenerations} from '#indexer/generations/stored-generations.ts';
import {toVersion} from '#mappings/generation.ts';
import {constantLoad} from '../../helpers/api/constant-load.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {rounds} from '../../helpers/soak.ts';

const kills = rounds(6, 30);

test('a build that is killed at any moment changes nothing, and the next one cleans up and completes', async t => {
  t.timeout(600_000);
  const {client, prefix, indices, runKilled} = anInstallation(t);
  let extracts = 0;

  /** Builds the next extract and kills that at the given request, if it comes so far. */
  const build = async (at: number) => {
    let requests = 0;
    const isLast = () => {
      requests += 1;
      return requests === at;
    };
    const fate = at % 2 === 0 ? 'lose the answer' : 'lose the request';
    await runKilled(isLast, fate, ['import', await markedExtract(t, extracts++)]);
    return requests;
  };
  /** The one generation that both aliases lead to; it must be whole. */
  const served = async () => {
    const live = await liveGeneration({client, prefix});
    const stored = await storedGenerations({client, prefix});
    const generation = stored.find(({version}) => live && version === toVersion(live));
    t.true(generation?.isSealed);
    const {count} = await client.count({index: `${prefix}vehicles`});
    t.is(count, generation?.meta?.vehicleCount ?? 0);
    return generation?.version;
  };

  await build(Number.POSITIVE_INFINITY);
  const untilFilled = await build(30);
  const ofBuild = await build(Number.POSITIVE_INFINITY);
  t.true(ofBuild > untilFilled);
  const load = await constantLoad(t, prefix);
  const versions = new Set<string | undefined>();
  for (let n = 1; n <= kills; n += 1) {
    await build(Math.ceil((n * ofBuild) / kills));
    versions.add(await served());
  }
  t.true(versions.size > 1, 'some were killed after they went live');

  const {summary} = await importFile(t, await markedExtract(t, extracts), prefix);
  t.is(summary.outcome, 'promoted');
  t.is(await served(), summary.version ?? '');
  t.is(Object.keys(await indices()).length, 4, 'the live generation and the one before it');
  await load.reaches(summary.version);
  const {faults} = await load.end();
  t.deepEqual(faults, []);
});
