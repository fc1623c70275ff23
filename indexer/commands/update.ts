import {Command} from 'commander';
import {readConfig} from '#src/config.ts';
import {importText} from '../build/summary-text.ts';
import {fetchConfigured, fetchedText} from './fetch.ts';
import {importConfigured} from './import.ts';

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
      const imported = await importConfigured(
        config,
        {command: 'update', file: fetched.file},
        signal,
      );
      const text = json ? JSON.stringify({fetched, imported}) : importText(imported);
      process.stdout.write(`${text}\n`);
    });
