import {Command} from 'commander';
import {readConfig} from '../config.ts';
import {removeFetched} from '../fetch/extract-folder.ts';
import {ExtractRefused, type RefusalCode} from '../read/extract-refused.ts';
import {exportAfter} from './export.ts';
import {fetchConfigured, fetchedText} from './fetch.ts';
import {importConfigured, importText} from './import.ts';
import {print, say} from './shared.ts';

const damages: readonly RefusalCode[] = [
  'ZipTruncated',
  'DataTruncated',
  'DataCorrupt',
  'ChecksumMismatch',
];

/** Deletes a damaged extract: it would remain the newest in the folder, and every update would refuse it again. */
const removeDamaged = (file: string) => async (error: unknown) => {
  if (error instanceof ExtractRefused && damages.includes(error.code)) {
    await removeFetched(file);
    say(`Deleted ${file}; the next update fetches it again.`);
  }
  throw error;
};

/**
 * `update`: fetches, then imports. It also imports an extract that is already present: the import
 * after its fetch may have failed.
 */
export const updateCommand = (signal: AbortSignal): Command =>
  new Command('update')
    .description('Fetches the newest extract and imports it; meant to be run on a schedule.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const config = readConfig();
      const fetched = await fetchConfigured('update', config, signal);
      if (!json) process.stdout.write(`${fetchedText(fetched)}\n`);
      const {file} = fetched;
      const wanted = {command: 'update', file, json} as const;
      const imported = await importConfigured(config, wanted, signal).catch(removeDamaged(file));
      if (!json) process.stdout.write(`${importText(imported)}\n`);
      const exported = await exportAfter(config, json, signal);
      const result = {fetched, imported, ...(json && exported && {exported: JSON.parse(exported)})};
      if (json) print(result, () => '', json);
      else if (exported) process.stdout.write(`${exported}\n`);
    });
