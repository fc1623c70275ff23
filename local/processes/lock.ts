import {randomUUID} from 'node:crypto';
import {link, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {Unable} from './service.ts';
import {waitUntil} from './wait-until.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const failedWith = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === code) return false;
  throw error;
};

/**
 * Removes a lock whose holder has died. Between reading and renaming, another process may have done
 * the same and taken the lock: then what was renamed is its living lock, and it is put back.
 */
const breakStale = async (file: string): Promise<void> => {
  const holder = await readFile(file, 'utf8').catch(() => '');
  if (holder === '' || isAlive(Number(holder))) return;
  const aside = `${file}.${randomUUID()}`;
  if ((await rename(file, aside).catch(failedWith('ENOENT'))) === false) return;
  if ((await readFile(aside, 'utf8')) !== holder) {
    await link(aside, file).catch(failedWith('EEXIST'));
  }
  await rm(aside, {force: true});
};

/** A link appears with its content, so no one ever reads a lock that names nobody yet. */
const take = async (file: string): Promise<boolean> => {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, String(process.pid));
  try {
    return await link(mine, file).then(() => true, failedWith('EEXIST'));
  } finally {
    await rm(mine, {force: true});
  }
};

/** Does `work` while no other process does, and waits up to five minutes for its turn. */
export const withLock = async <Result>(
  file: string,
  work: () => Promise<Result>,
  {seconds = 300, signal}: {readonly seconds?: number; readonly signal?: AbortSignal} = {},
): Promise<Result> => {
  const taken = await waitUntil(
    async () => {
      await breakStale(file);
      return take(file);
    },
    {seconds, signal},
  );
  if (!taken) {
    const holder = await readFile(file, 'utf8');
    throw new Unable(
      `Process ${holder} is at the same work: wait for it, or delete ${file} if it is not one of ours.`,
    );
  }
  try {
    return await work();
  } finally {
    await rm(file, {force: true});
  }
};
