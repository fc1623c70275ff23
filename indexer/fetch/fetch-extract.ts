import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {download, type Fetching, retry} from './download.ts';
import {extractFolder, isFetched, lockFolder, removeOldExtracts} from './extract-folder.ts';
import {ftpSource} from './ftp-source.ts';
import {httpSource} from './http-source.ts';
import {FetchFailed, RemoteChanged} from './source.ts';

type FetchOptions = Pick<Fetching, 'limits' | 'signal' | 'progress'> &
  Partial<Pick<Fetching, 'retries' | 'delayMs'>> & {
    readonly url: string;
    /** The indexer's folder: extracts are kept in a folder below it. */
    readonly directory: string;
  };

export type Fetched = {
  readonly status: 'fetched' | 'already-here';
  /** Path of the extract. */
  readonly file: string;
  readonly name: string;
  /** Size of the file. */
  readonly bytes: number;
};

/**
 * Fetches the newest extract unless it is present: find → compare → check space → download → verify →
 * rename. The file appears under its name only when complete. The part of an interrupted download
 * stays, and the next run resumes it; one that cannot be trusted is deleted. Whatever the server does,
 * the fetch ends at its deadline.
 *
 * Throws `FetchFailed` when no extract can be fetched now, `ExtractRefused` when the file is no
 * extract, and the reason of `signal` when aborted.
 */
export const fetchExtract = async (options: FetchOptions): Promise<Fetched> => {
  // Retries take half a minute at most: a longer outage is left to the next run.
  const {url, directory, limits, progress, retries = 4, delayMs = 2000} = options;
  const address = new URL(url);
  const sourceAt = /^ftps?:$/.test(address.protocol) ? ftpSource : httpSource;
  const folder = await extractFolder(directory);
  const lock = lockFolder(folder);
  const late = new AbortController();
  const signal = AbortSignal.any([options.signal, late.signal]);
  const source = sourceAt(address, limits.stallMs, signal);
  const deadline = setTimeout(() => {
    const limit = `FETCH_DEADLINE_SECONDS (${limits.deadlineMs / 1000})`;
    late.abort(
      new FetchFailed(
        `The fetch from ${source.place} did not end within ${limit}. What was downloaded is kept, and the next run resumes it. Raise the deadline if the server is always this slow.`,
      ),
    );
  }, limits.deadlineMs);
  try {
    return await startingOver({source, folder, limits, retries, delayMs, signal, progress});
  } finally {
    clearTimeout(deadline);
    lock.close();
    progress.ended();
  }
};

const maxStarts = 3;

/** Starts over when the file is replaced during its download, at most twice. */
const startingOver = async (fetching: Fetching): Promise<Fetched> => {
  for (let starts = 1; ; starts += 1) {
    try {
      return await fetchNewest(fetching);
    } catch (error) {
      if (!(error instanceof RemoteChanged)) throw error;
      if (starts === maxStarts) {
        throw new FetchFailed(`${error.message} Try again later.`, {cause: error});
      }
      fetching.progress.notice(`${error.message} Starting over.`);
    }
  }
};

const fetchNewest = async (fetching: Fetching): Promise<Fetched> => {
  const {source, folder} = fetching;
  const remote = await retry(fetching, source.newest);
  const file = join(folder, remote.name);
  const isHere = await isFetched(folder, remote);
  if (!isHere) await download(fetching, remote);
  await removeOldExtracts(folder, remote.name);
  const {size: bytes} = await stat(file);
  return {status: isHere ? 'already-here' : 'fetched', file, name: remote.name, bytes};
};
