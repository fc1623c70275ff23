import {DatabaseSync} from 'node:sqlite';

/** SQLITE_BUSY: another connection holds the lock. */
const busy = 5;

/**
 * Locks a file until the connection returned is closed; undefined while it is locked. SQLite takes a
 * kernel lock, which ends with its process, however that ends, and holds between containers that
 * share the folder; a file with a process id in it does neither. Throws SQLite's error when the file
 * cannot be written.
 */
export const lockFile = (file: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, {timeout: 0});
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
};
