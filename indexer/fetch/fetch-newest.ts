import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {openExtract} from '../input/open-extract.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {diskFull, needRoom} from './disk-room.ts';
import {download} from './download.ts';
import {PartSpoiled, RemoteChanged} from './fetch-failed.ts';
import type {FetchProgress} from './fetch-progress.ts';
import {removeOldExtracts} from './old-extracts.ts';
import {isFetched, openPart, type PartFile} from './part-file.ts';
import {type Perseverance, persevering, type Retries} from './perseverance.ts';
import {isSameVersion, type RemoteFile, type Source} from './remote-file.ts';

export type Fetching = {
  readonly source: Source;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: FetchProgress;
  readonly retries: Retries;
};

export type Fetched = {
  readonly status: 'fetched' | 'already-here';
  /** Path of the extract. */
  readonly file: string;
  readonly name: string;
  /** Size of the file. */
  readonly bytes: number;
};

/** Finds the newest extract and fetches it, unless it is here. */
export const fetchNewest = async (fetching: Fetching): Promise<Fetched> => {
  const {source, folder, signal, progress, retries} = fetching;
  const patiently: Perseverance = {retries, signal, notice: progress.notice};
  const remote = await persevering(patiently, () => source.newest(signal));
  const file = join(folder, remote.name);
  const isHere = await isFetched(folder, remote);
  if (!isHere) await fetchFile(fetching, patiently, remote);
  await removeOldExtracts(folder, remote.name);
  const {size: bytes} = await stat(file);
  return {status: isHere ? 'already-here' : 'fetched', file, name: remote.name, bytes};
};

const fetchFile = async (
  {source, folder, signal, progress}: Fetching,
  patiently: Perseverance,
  remote: RemoteFile,
): Promise<void> => {
  if (remote.size === 0) throw uploading(remote, source);
  const part = await openPart(folder, remote);
  try {
    const from = part.size();
    progress.started(remote, from);
    await needRoom(folder, (remote.size ?? 0) - from);
    const advance = (bytes: number) => progress.advance(bytes, remote.size);
    await download({...patiently, source, file: remote, part, advance});
    const now = await persevering(patiently, () => source.again(remote, signal));
    if (!isSameVersion(now, remote)) throw uploading(remote, source);
    await needWhole(part, remote, source);
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
 * A zip has its directory at its end, so it is there only when the upload was complete. Whatever else
 * is wrong with the file will be no better the next time.
 */
const needWhole = async ({path}: PartFile, remote: RemoteFile, source: Source): Promise<void> => {
  try {
    const extract = await openExtract(path);
    await extract.close();
  } catch (error) {
    const isCutOff = error instanceof ExtractRefused && error.code === 'ZipTruncated';
    throw isCutOff ? uploading(remote, source, error) : error;
  }
};

const uploading = ({name}: RemoteFile, {place}: Source, cause?: unknown): PartSpoiled =>
  new PartSpoiled(
    `${name} is not complete at ${place}: it is still uploaded there. Try again later.`,
    {
      cause,
    },
  );
