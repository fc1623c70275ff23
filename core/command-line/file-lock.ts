import {DatabaseSync} from 'node:sqlite';

/** SQLite's result codes SQLITE_BUSY: another connection holds the lock, and SQLITE_FULL. */
const [busy, full] = [5, 13];

/**
 * Locks a file until the connection returned is closed; undefined while it is locked. SQLite takes a
 * kernel lock, which ends with its process, however that ends, and holds between containers that
 * share the folder; a file with a process id in it does neither. Throws SQLite's error when the file
 * cannot be written, and one like Node's when the disk is full: that of SQLite does not name the file.
 */
export const lockFile = (file: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, {timeout: 0});
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'errcode' in error && error.errcode;
    if (code === busy) return undefined;
    if (code !== full) throw error;
    const message = `ENOSPC: no space left on device, lock '${file}'`;
    throw Object.assign(new Error(message, {cause: error}), {code: 'ENOSPC'});
  }
};
