import {statfsSync} from 'node:fs';
import {FetchFailed, PartSpoiled} from './fetch-errors.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

const shown = (bytes: number): string =>
  bytes < gibibyte
    ? `${(bytes / mebibyte).toFixed(1)} MiB`
    : `${(bytes / gibibyte).toFixed(1)} GiB`;

const makeRoom = 'Free up space or set INDEXER_DIRECTORY to another disk, then run this again.';

/**
 * The space that a folder's disk has, if that many bytes more would not leave enough: below its
 * flood-stage watermark, by default 5 % of the disk or 100 GB, an Elasticsearch on this disk makes its
 * indices read-only.
 */
const shortage = (folder: string, bytes: number): string | undefined => {
  const {bavail, blocks, bsize} = statfsSync(folder);
  const [free, reserve] = [bavail * bsize, Math.min(blocks * bsize * 0.05, 100 * gibibyte)];
  // A file takes whole blocks.
  if (Math.ceil(bytes / bsize) * bsize <= free - reserve) return undefined;
  return `${shown(free)} free, of which ${shown(reserve)} must stay free`;
};

/** @throws {FetchFailed} when a download of that many bytes would not leave enough free space. */
export const needRoom = (folder: string, bytes: number): void => {
  const space = shortage(folder, bytes);
  if (space === undefined) return;
  throw new FetchFailed(
    `The extract needs another ${shown(bytes)}, but ${folder} has ${space}. ${makeRoom}`,
  );
};

/**
 * Checked before each write: the length can be unknown, and others use the disk as well. They need the
 * space, so the part goes. @throws {PartSpoiled}
 */
export const keepRoom = (folder: string, bytes: number): void => {
  const space = shortage(folder, bytes);
  if (space === undefined) return;
  throw new PartSpoiled(
    `The disk of ${folder} has ${space}; the partial download was deleted. ${makeRoom}`,
  );
};

/** The error of a disk that filled up all the same; `undefined` for any other. */
export const diskFull = (folder: string, cause: unknown): PartSpoiled | undefined => {
  const {code} = cause as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new PartSpoiled(
    `The disk of ${folder} is full; the partial download was deleted. ${makeRoom}`,
    {cause},
  );
};
