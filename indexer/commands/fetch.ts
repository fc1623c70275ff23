import {Command} from 'commander';
import {displayOn} from '#core/command-line/progress.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {type Config, readConfig} from '../config.ts';
import {type Fetched, fetchExtract} from '../fetch/fetch-extract.ts';
import {refusalOf} from '../generations/check.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import {logFailure, print, withEngine} from './shared.ts';

/** Fetches from EXTRACT_URL and shows progress on standard error. */
export const fetchConfigured = async (
  command: string,
  {indexing: {extractUrl: url, directory, fetchLimits, maxBytes}}: Config,
  signal: AbortSignal,
): Promise<Fetched> => {
  if (url === undefined) {
    throw new ConfigurationError(
      'EXTRACT_URL is not set. Set it to the address that extracts are published at, such as ftp://user:password@host/folder/.',
    );
  }
  const [limits, display] = [{...fetchLimits, maxBytes}, displayOn(process.stderr)];
  try {
    return await fetchExtract({url, directory, limits, signal, display});
  } catch (error) {
    // An update that fails here has begun no build.
    const {reason = 'FetchFailed'} = refusalOf(error) ?? {};
    const {fileName} = error instanceof ExtractRefused ? error : {};
    const entry = {command, event: 'fetch-failed', reason, ...(fileName && {fileName})} as const;
    if (!signal.aborted) await withEngine(engine => logFailure(engine, entry, error));
    throw error;
  }
};

export const fetchedText = ({status, file, bytes}: Fetched): string =>
  status === 'fetched'
    ? `Fetched: ${file}, ${bytes} bytes`
    : `Already fetched: ${file}; no newer extract is available`;

export const fetchCommand = (signal: AbortSignal): Command =>
  new Command('fetch')
    .description('Fetches the newest extract from EXTRACT_URL, unless it is already present.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const fetched = await fetchConfigured('fetch', readConfig(), signal);
      print(fetched, fetchedText, json);
    });
