import {Command} from 'commander';
import {ConfigurationError} from '#core/config/config.ts';
import {displayOn} from '../../core/command-line/progress.ts';
import {type Config, readConfig} from '../config.ts';
import {type Fetched, fetchExtract} from '../fetch/fetch-extract.ts';
import {logEvent} from '../generations/build-log.ts';
import {refusalOf} from '../generations/check.ts';
import {print, say, withEngine} from './shared.ts';

/** Logs that a fetch failed: an update that ends there is no build. */
const logFailure = (command: string, error: unknown): Promise<void> =>
  withEngine(async engine => {
    const event = 'fetch-failed';
    const {reason = 'FetchFailed', message} = refusalOf(error) ?? {};
    const sentence = message ?? (error instanceof Error ? error.message : String(error));
    const {notRecorded} = await logEvent(engine, {command, event, reason, sentence});
    if (notRecorded !== null) say(notRecorded);
  });

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
    if (!signal.aborted) await logFailure(command, error);
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
