import {statfs} from 'node:fs/promises';
import {FetchFailed, PartSpoiled} from './fetch-failed.ts';

const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const advice =
  'Make room there or set INDEXER_DIRECTORY to a folder elsewhere, then run this again.';

/** @throws {FetchFailed} when so many bytes do not fit into the folder. */
export const needRoom = async (folder: string, bytes: number): Promise<void> => {
  const {bavail, bsize} = await statfs(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new FetchFailed(
    `The extract still needs ${gibibytes(bytes)}, but ${folder} has ${gibibytes(free)} left. ${advice}`,
  );
};

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** The disk filled up on the way: what was fetched has to go, since others need the disk, too. */
export const diskFull = (folder: string, cause: unknown): PartSpoiled | undefined =>
  isFull(cause)
    ? new PartSpoiled(
        `The disk of ${folder} is full; what was fetched is removed again. ${advice}`,
        {cause},
      )
    : undefined;
