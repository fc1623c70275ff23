import {Command} from 'commander';
import {readConfig} from '#core/config/config.ts';
import {removeFetched} from '../fetch/part-file.ts';
import {importText} from '../import/summary.ts';
import {ExtractRefused, type RefusalCode} from '../records/extract-refused.ts';
import {fetchConfigured, fetchedText} from './fetch.ts';
import {importConfigured} from './import.ts';

const damages: readonly RefusalCode[] = [
  'ZipTruncated',
  'DataTruncated',
  'DataCorrupt',
  'ChecksumMismatch',
];

/** What was damaged on its way would stay the newest that is here, and be refused again each time. */
const removeDamaged = (file: string) => async (error: unknown) => {
  if (error instanceof ExtractRefused && damages.includes(error.code)) {
    await removeFetched(file);
    process.stderr.write(`${file} is removed, so that the next update fetches it again.\n`);
  }
  throw error;
};

/**
 * `update`: fetch, then import. An extract that is here already is imported all the same: the import
 * that followed its fetch may have failed.
 */
export const updateCommand = (signal: AbortSignal): Command =>
  new Command('update')
    .description('Fetches the newest extract and imports it: what a schedule runs.')
    .option('--json', 'print what was fetched and imported as JSON', false)
    .action(async ({json}: {readonly json: boolean}) => {
      const config = readConfig();
      const fetched = await fetchConfigured(config, signal);
      if (!json) process.stdout.write(`${fetchedText(fetched)}\n`);
      const {file} = fetched;
      const imported = await importConfigured(config, {command: 'update', file}, signal).catch(
        removeDamaged(file),
      );
      const text = json ? JSON.stringify({fetched, imported}) : importText(imported);
      process.stdout.write(`${text}\n`);
    });
