import {Command} from 'commander';
import {type Config, ConfigurationError, readConfig} from '#core/config/config.ts';
import {fetchExtract} from '../fetch/fetch-extract.ts';
import type {Fetched} from '../fetch/fetch-newest.ts';
import {lineFetchProgress, terminalFetchProgress} from '../fetch/fetch-progress.ts';

/** Fetches from where the configuration says. Progress goes to stderr. */
export const fetchConfigured = async (
  {indexing: {extractUrl: url, directory, stallMs}}: Config,
  signal: AbortSignal,
): Promise<Fetched> => {
  if (url === undefined) {
    throw new ConfigurationError(
      'EXTRACT_URL is not set. Set it to where extracts are published, such as ftp://user:password@host/folder/.',
    );
  }
  const show = process.stderr.isTTY ? terminalFetchProgress : lineFetchProgress;
  return await fetchExtract({url, directory, stallMs, signal, progress: show(process.stderr)});
};

export const fetchedText = ({status, file, bytes}: Fetched): string =>
  status === 'fetched'
    ? `Fetched: ${file}, ${bytes} bytes`
    : `Already fetched: ${file}; there is nothing newer`;

/** `fetch`: the newest extract into the folder of the indexer. */
export const fetchCommand = (signal: AbortSignal): Command =>
  new Command('fetch')
    .description('Fetches the newest extract from EXTRACT_URL, unless it is here.')
    .option('--json', 'print what was fetched as JSON', false)
    .action(async ({json}: {readonly json: boolean}) => {
      const fetched = await fetchConfigured(readConfig(), signal);
      process.stdout.write(`${json ? JSON.stringify(fetched) : fetchedText(fetched)}\n`);
    });
