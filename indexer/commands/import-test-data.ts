import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Command} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';
import {isTestData, testStamp, toVersion} from '#mappings/generation.ts';
import {testData} from '#sample/test-data.ts';
import type {IndexingConfig} from '../config.ts';
import {liveGeneration} from '../generations/stored-generations.ts';
import {untilAborted} from '../write/indices.ts';
import {importConfigured, importText} from './import.ts';
import {print, withEngine} from './shared.ts';

/** The test data of two releases may differ in anything. */
const gate: Omit<IndexingConfig['gate'], 'maxRejectsPercent' | 'canaries'> = {
  minVehiclesPercent: 0,
  minFirstVehicles: 1,
  maxKindShiftPoints: 100,
  vanishedKindVehicles: 1e9,
  minCompletenessPercent: 0,
  maxChangesFactor: 1_000_000,
};

const useAnother = 'Set INDEX_PREFIX to a prefix of the test environment, such as "test-".';

/** The configuration. @throws {UsageError} if other data is live, or may become live. */
const ownIndices = (signal: AbortSignal) =>
  withEngine(async ({config, ...indices}) => {
    const {prefix} = indices;
    if (prefix === '') throw new UsageError(`INDEX_PREFIX is not set. ${useAnother}`);
    const live = await liveGeneration(untilAborted(indices, signal));
    const version = live && toVersion(live);
    if (version === undefined || isTestData(version)) return config;
    throw new UsageError(
      `${prefix}vehicles is ${version}, which is not the test data. ${useAnother}`,
    );
  });

export const importTestDataCommand = (signal: AbortSignal): Command =>
  new Command('import-test-data')
    .description('Imports the small dataset of the test environment, under its own prefix.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const config = await ownIndices(signal);
      const indexing = {...config.indexing, gate: {...config.indexing.gate, ...gate}};
      const folder = await mkdtemp(join(tmpdir(), 'test-data-'));
      try {
        const file = join(folder, `ESStatistikListeModtag-${testStamp}.xml`);
        await writeFile(file, testData());
        const wanted = {command: 'import', file, json} as const;
        print(await importConfigured({...config, indexing}, wanted, signal), importText, json);
      } finally {
        await rm(folder, {recursive: true});
      }
    });
