import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {openExtract} from '../input/open-extract.ts';
import type {FetchProgress} from '../progress/fetch-progress.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {download} from './download.ts';
import {
  diskFull,
  extractFolder,
  lockFolder,
  needRoom,
  removeOldExtracts,
} from './extract-folder.ts';
import {FetchFailed, PartSpoiled, RemoteChanged} from './fetch-errors.ts';
import {ftpSource} from './ftp-source.ts';
import {httpSource} from './http-source.ts';
import {isFetched, openPart, type PartFile} from './part-file.ts';
import {type Retrying, type RetryPolicy, retry, usualPolicy} from './retry.ts';
import {isSameVersion, type RemoteFile, type Source} from './source.ts';

export type FetchOptions = {
  readonly url: string;
  /** The indexer's folder: extracts are kept in a folder below it. */
  readonly directory: string;
  readonly stallMs: number;
  readonly signal: AbortSignal;
  readonly progress: FetchProgress;
  readonly retryPolicy?: RetryPolicy;
};

export type Fetched = {
  readonly status: 'fetched' | 'already-here';
  /** Path of the extract. */
  readonly file: string;
  readonly name: string;
  /** Size of the file. */
  readonly bytes: number;
};

type Fetching = {
  readonly source: Source;
  readonly folder: string;
  readonly progress: FetchProgress;
  readonly retrying: Retrying;
};

/**
 * Fetches the newest extract unless it is present: find → compare → check space → download → verify →
 * rename. The file appears under its name only when complete. The part of an interrupted download
 * stays, and the next run resumes it; one that cannot be trusted is deleted.
 *
 * Throws `FetchFailed` when no extract can be fetched now, `ExtractRefused` when the file is no
 * extract, and the reason of `signal` when aborted.
 */
export const fetchExtract = async (options: FetchOptions): Promise<Fetched> => {
  const {url, directory, stallMs, signal, progress, retryPolicy = usualPolicy} = options;
  const folder = await extractFolder(directory);
  const unlock = lockFolder(folder);
  try {
    const source = sourceAt(new URL(url), stallMs);
    const retrying = {...retryPolicy, signal, notice: progress.notice};
    return await startingOver({source, folder, progress, retrying});
  } finally {
    unlock();
    progress.ended();
  }
};

const sourceAt = (address: URL, stallMs: number): Source =>
  ['ftp:', 'ftps:'].includes(address.protocol)
    ? ftpSource(address, stallMs)
    : httpSource(address, stallMs);

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
  if (!isHere) await fetchFile(fetching, remote);
  await removeOldExtracts(folder, remote.name);
  const {size: bytes} = await stat(file);
  return {status: isHere ? 'already-here' : 'fetched', file, name: remote.name, bytes};
};

const fetchFile = async (fetching: Fetching, remote: RemoteFile): Promise<void> => {
  const {source, folder, progress, retrying} = fetching;
  if (remote.size === 0) throw uploading(remote, source);
  const part = await openPart(folder, remote);
  try {
    const from = part.size();
    progress.started(remote, from);
    await needRoom(folder, (remote.size ?? 0) - from);
    const advance = (bytes: number) => progress.advance(bytes, remote.size);
    await download({source, file: remote, part, retrying, advance});
    const now = await retry(retrying, () => source.again(remote, retrying.signal));
    if (!isSameVersion(now, remote)) throw uploading(remote, source);
    await needComplete(part, remote, source);
    await part.finish();
  } catch (error) {
    const failure = diskFull(folder, error) ?? error;
    const isWorthless = [PartSpoiled, RemoteChanged, ExtractRefused].some(
      kind => failure instanceof kind,
    );
    await (isWorthless ? part.discard() : part.close());
    throw failure;
  }
};

/**
 * A zip ends with its directory, so only a complete upload has one. Anything else that is wrong with
 * the file will be wrong next time, too.
 */
const needComplete = async ({path}: PartFile, remote: RemoteFile, source: Source) => {
  try {
    const extract = await openExtract(path);
    await extract.close();
  } catch (error) {
    const isCutOff = error instanceof ExtractRefused && error.code === 'ZipTruncated';
    throw isCutOff ? uploading(remote, source, error) : error;
  }
};

const uploading = ({name}: RemoteFile, {place}: Source, cause?: unknown): PartSpoiled =>
  new PartSpoiled(`${name} is incomplete at ${place}: it is still uploading. Try again later.`, {
    cause,
  });
