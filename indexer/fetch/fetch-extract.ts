import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {FetchProgress} from '../progress/fetch-progress.ts';
import {download, type Fetching, type Retrying, retry} from './download.ts';
import {extractFolder, isFetched, lockFolder, removeOldExtracts} from './extract-folder.ts';
import {ftpSource} from './ftp-source.ts';
import {httpSource} from './http-source.ts';
import {deadlinePassed, FetchFailed, RemoteChanged} from './source.ts';

type FetchOptions = Partial<Pick<Retrying, 'retries' | 'delayMs'>> & {
  readonly url: string;
  /** The indexer's folder: extracts are kept in a folder below it. */
  readonly directory: string;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly progress: FetchProgress;
};

export type FetchLimits = {
  /** How long a server may be silent, and how long its rate is measured. */
  readonly stallMs: number;
  readonly minBytesPerSecond: number;
  /** Of the whole fetch, retries included. */
  readonly deadlineMs: number;
  /** Of the file. */
  readonly maxBytes: number;
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
  const {stallMs, minBytesPerSecond, deadlineMs, maxBytes} = limits;
  const address = new URL(url);
  const sourceAt = /^ftps?:$/.test(address.protocol) ? ftpSource : httpSource;
  const source = sourceAt(address, stallMs);
  const folder = await extractFolder(directory);
  const lock = lockFolder(folder);
  const late = new AbortController();
  const deadline = setTimeout(
    () => late.abort(deadlinePassed(source.place, deadlineMs)),
    deadlineMs,
  );
  const signal = AbortSignal.any([options.signal, late.signal]);
  try {
    const retrying = {retries, delayMs, signal, notice: progress.notice};
    const leastRate = {bytesPerSecond: minBytesPerSecond, windowMs: stallMs};
    return await startingOver({source, folder, progress, retrying, leastRate, maxBytes});
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
  const {source, folder, retrying} = fetching;
  const remote = await retry(retrying, () => source.newest(retrying.signal));
  const file = join(folder, remote.name);
  const isHere = await isFetched(folder, remote);
  if (!isHere) await download(fetching, remote);
  await removeOldExtracts(folder, remote.name);
  const {size: bytes} = await stat(file);
  return {status: isHere ? 'already-here' : 'fetched', file, name: remote.name, bytes};
};
