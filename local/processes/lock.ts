import {DatabaseSync} from 'node:sqlite';
import {OperationalError} from '#core/command-line/errors.ts';
import {waitUntil} from './wait-until.ts';

/** SQLITE_BUSY: another connection holds the lock. */
const busy = 5;

/**
 * Locks a file until the connection is closed; undefined while another process has it locked. SQLite
 * takes a lock of the kernel, which ends with its process, however that ends. The file keeps the
 * number of the process that locked it last.
 */
const tryLock = (file: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(file, {timeout: 0});
  try {
    database.exec(`PRAGMA user_version = ${process.pid}; BEGIN IMMEDIATE`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
};

const holderOf = (file: string): unknown => {
  const database = new DatabaseSync(file, {readOnly: true});
  try {
    return database.prepare('PRAGMA user_version').get()?.['user_version'];
  } finally {
    database.close();
  }
};

/** Does `work` while no other process does, and waits up to five minutes for its turn. */
export const withLock = async <Result>(
  file: string,
  work: () => Promise<Result>,
  {
    seconds = 300,
    signal,
  }: {readonly seconds?: number; readonly signal?: AbortSignal | undefined} = {},
): Promise<Result> => {
  let lock: DatabaseSync | undefined;
  const take = async () => {
    lock = tryLock(file);
    return lock !== undefined;
  };
  if (!(await waitUntil(take, {seconds, signal}))) {
    throw new OperationalError(
      `Process ${holderOf(file)} is already doing this and holds ${file}. Wait until it has finished.`,
    );
  }
  try {
    return await work();
  } finally {
    lock?.close();
  }
};
