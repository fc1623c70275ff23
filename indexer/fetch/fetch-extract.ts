import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {ConfigurationError} from '#core/config/config.ts';
import {FetchFailed, RemoteChanged} from './fetch-failed.ts';
import {type Fetched, type Fetching, fetchNewest} from './fetch-newest.ts';
import type {FetchProgress} from './fetch-progress.ts';
import {lockFolder} from './folder-lock.ts';
import {ftpSource} from './ftp/ftp-source.ts';
import {httpSource} from './http/http-source.ts';
import {type Retries, usualRetries} from './perseverance.ts';
import type {Source} from './remote-file.ts';

export type FetchOptions = {
  readonly url: string;
  /** The folder that extracts are kept in is below this one. */
  readonly directory: string;
  readonly stallMs: number;
  readonly signal: AbortSignal;
  readonly progress: FetchProgress;
  readonly retries?: Retries;
};

/**
 * Fetches the newest extract, unless it is here: find → compare → make sure of room → download →
 * check → rename. The file appears under its name only when it is whole. Of a download that was
 * stopped, the part stays, and the next run goes on with it; one that cannot be trusted is removed.
 *
 * Throws `FetchFailed` when there is nothing to be had now, `ExtractRefused` when what was fetched is
 * no extract, and the reason of `signal` when aborted.
 */
export const fetchExtract = async (options: FetchOptions): Promise<Fetched> => {
  const folder = await extractFolder(options.directory);
  using _lock = lockFolder(folder);
  const source = sourceAt(options.url, options.stallMs);
  const fetching = {retries: usualRetries, ...options, source, folder};
  try {
    return await startingOver(fetching);
  } finally {
    options.progress.ended();
  }
};

const sourceAt = (url: string, stallMs: number): Source => {
  const address = new URL(url);
  const isFtp = address.protocol === 'ftp:' || address.protocol === 'ftps:';
  return isFtp ? ftpSource(address, stallMs) : httpSource(address, stallMs);
};

const extractFolder = async (directory: string): Promise<string> => {
  const folder = join(directory, 'extracts');
  try {
    await mkdir(folder, {recursive: true});
  } catch (cause) {
    const {code} = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `${folder} cannot be made (${code}). Set INDEXER_DIRECTORY to a folder that this user may write to.`,
      {cause},
    );
  }
  return folder;
};

const mostBeginnings = 3;

/** A file that is replaced while it is fetched is begun again; one that never rests is left alone. */
const startingOver = async (fetching: Fetching): Promise<Fetched> => {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await fetchNewest(fetching);
    } catch (error) {
      if (!(error instanceof RemoteChanged)) throw error;
      if (beginning === mostBeginnings) {
        throw new FetchFailed(`${error.message} Try again later.`, {cause: error});
      }
      fetching.progress.notice(`${error.message} Starting over.`);
    }
  }
};
