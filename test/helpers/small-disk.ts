import {execFile} from 'node:child_process';
import {mkdir} from 'node:fs/promises';
import {promisify} from 'node:util';
import type {ExecutionContext} from 'ava';

const run = promisify(execFile);

/**
 * Puts a file system of that many bytes at `folder`, until the test ends. Only root may mount one:
 * elsewhere the test passes, and is told that there is none.
 */
export const smallDisk = async (
  t: ExecutionContext,
  folder: string,
  bytes: number,
): Promise<boolean> => {
  await mkdir(folder, {recursive: true});
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  } catch (error) {
    t.pass(`No file system can be mounted here: ${error}`);
    return false;
  }
  t.teardown(() => run('umount', [folder]));
  return true;
};
