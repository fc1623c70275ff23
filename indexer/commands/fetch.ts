import {Command} from 'commander';
import {type Config, ConfigurationError, readConfig} from '#core/config/config.ts';
import {type Fetched, fetchExtract} from '../fetch/fetch-extract.ts';
import {fetchProgress} from '../progress/fetch-progress.ts';
import {displayOn} from '../progress/output.ts';
import {print} from './shared.ts';

/** Fetches from EXTRACT_URL and shows progress on standard error. */
export const fetchConfigured = async (
  {indexing: {extractUrl: url, directory, fetchLimits, maxBytes}}: Config,
  signal: AbortSignal,
): Promise<Fetched> => {
  if (url === undefined) {
    throw new ConfigurationError(
      'EXTRACT_URL is not set. Set it to the address that extracts are published at, such as ftp://user:password@host/folder/.',
    );
  }
  const progress = fetchProgress(displayOn(process.stderr));
  const limits = {...fetchLimits, maxBytes};
  return await fetchExtract({url, directory, limits, signal, progress});
};

export const fetchedText = ({status, file, bytes}: Fetched): string =>
  status === 'fetched'
    ? `Fetched: ${file}, ${bytes} bytes`
    : `Already fetched: ${file}; no newer extract is available`;

/** `fetch`: downloads the newest extract. */
export const fetchCommand = (signal: AbortSignal): Command =>
  new Command('fetch')
    .description('Fetches the newest extract from EXTRACT_URL, unless it is already present.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const fetched = await fetchConfigured(readConfig(), signal);
      print(fetched, fetchedText, json);
    });
