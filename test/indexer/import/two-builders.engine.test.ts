import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {readConfig} from '#indexer/config.ts';
import {LockHeld} from '#indexer/generations/lock.ts';
import {liveGeneration} from '#indexer/generations/stored-generations.ts';
import {toVersion} from '#mappings/generation.ts';
import {constantLoad} from '../../helpers/api/constant-load.ts';
import type {Asked, Fate} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';

test('of two imports started together one runs, and the other ends at once and creates nothing', async t => {
  const {prefix, indices, startThrough} = anInstallation(t);
  const oneEnded = Promise.withResolvers<void>();
  const waiting = async ({path}: Asked): Promise<Fate> => {
    if (path.includes('-build-') && path.includes('_bulk')) await oneEnded.promise;
    return 'pass';
  };
  const args = ['import', await markedExtract(t, 0)];
  const both = [await startThrough(waiting, args), await startThrough(waiting, args)];
  const refused = await Promise.race(both.map(({ended}) => ended));
  t.is(refused.code, 75, refused.stderr);
  t.regex(
    sentencesOf(refused.stderr).join('\n'),
    /^Build 1 \(import\), process \d+ on host .+, has been running since .+ Nothing was started\./,
  );
  oneEnded.resolve();
  const codes = (await Promise.all(both.map(({ended}) => ended))).map(({code}) => code);
  t.deepEqual(codes.toSorted(), [0, 75]);
  t.deepEqual(Object.keys(await indices()), [
    `${prefix}references-20261101-000000-0001`,
    `${prefix}vehicles-20261101-000000-0001`,
  ]);
});

const lock = {BUILD_LOCK_SECONDS: '5'};

/** A process that is stopped looks alive for as long as a live one may be silent. */
const asSoonAsPossible = async <Value>(attempt: () => Promise<Value>): Promise<Value> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      await wait(500);
    }
  }
};

/** Stops a builder when its next request is such a one, lets another build meanwhile, and wakes it. */
const isFenced = test.macro({
  title: (_, when: string) =>
    `a builder that is paused ${when} while another promotes changes nothing when it wakes up`,
  async exec(t, _when: string, path: RegExp) {
    t.timeout(240_000);
    const {client, prefix, indices, run, startThrough} = anInstallation(t);
    await importFile(t, await markedExtract(t, 0), prefix);
    const load = await constantLoad(t, prefix, 1);
    const [paused, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let builder: Awaited<ReturnType<typeof startThrough>> | undefined;
    let isPaused = false;
    const pausing = async (asked: Asked): Promise<Fate> => {
      if (isPaused || !path.test(asked.path)) return 'pass';
      isPaused = true;
      builder?.child.kill('SIGSTOP');
      paused.resolve();
      await woken.promise;
      return 'pass';
    };
    builder = await startThrough(pausing, ['import', await markedExtract(t, 1)], lock);
    await paused.promise;

    const {indexing} = readConfig(lock);
    const file = await markedExtract(t, 2);
    const {summary} = await asSoonAsPossible(() => importFile(t, file, prefix, {indexing}));
    const afterwards = await indices();
    builder.child.kill('SIGCONT');
    woken.resolve();
    const {code, stderr} = await builder.ended;

    t.is(code, 75, stderr);
    t.deepEqual(await indices(), afterwards, 'nothing is written, flipped or made anew');
    const live = await liveGeneration({client, prefix});
    t.is(live && toVersion(live), summary.version ?? '');
    await load.reaches(summary.version);
    t.deepEqual((await load.end()).faults, []);
    const next = await run('import', await markedExtract(t, 3));
    t.is(next.code, 0, next.stderr);
  },
});

test(isFenced, 'while it writes', /vehicles-build-\d+\/_bulk/);
test(isFenced, 'right before it flips', /^\/_aliases/);
