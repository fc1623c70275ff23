import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {toExitCode} from '#indexer/exit-codes.ts';
import {importExtract} from '#indexer/import.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {fixtureExtract, importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import {rounds, soakSeed} from '../../helpers/soak.ts';
import {anyCase, type Case, fileOf, keptCases} from './cases.ts';

const seed = soakSeed(20_261_122);

test(`an import of a damaged extract goes live whole or changes nothing (seed ${seed})`, async t => {
  t.timeout(3_600_000);
  const {client, prefix, indices, vehicles} = anInstallation(t);
  await importFile(t, await fixtureExtract(t), prefix);
  const path = await aFile(t, '', 'ESStatistikListeModtag-20261122-031500.zip');
  const options = {...importOptions(join(path, '..')), client, prefix, file: path};

  /** Generations and aliases: what readers get, and what may be left behind. */
  const data = async () =>
    JSON.stringify(Object.entries(await indices()).filter(([name]) => /-\d{8}-/.test(name)));

  const holds = async (one: Case) => {
    await writeFile(path, (await fileOf(one)).file);
    const before = await data();
    try {
      const summary = await importExtract(options);
      if (summary.outcome === 'already-current') return;
      if (summary.rejects > 0) throw new Error('It went live with records missing.');
      if ((await vehicles()) !== summary.vehicles) throw new Error('It went live in part.');
    } catch (error) {
      const {code, sentence} = toExitCode(error);
      if (code !== 65 || !/^The extract was refused: .+\.$/s.test(sentence)) throw error;
      if ((await data()) !== before) throw new Error(`Not all is as before: ${sentence}`);
    }
  };
  await fc.assert(fc.asyncProperty(anyCase, holds), {
    seed,
    numRuns: rounds(10, 400),
    examples: keptCases,
    includeErrorInReport: true,
  });
  t.true((await vehicles()) > 0);
});
