import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Scope} from '../scope.ts';

const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0;

/** Makes `folder` a file system of that many bytes until the test ends; false where the machine allows no mount. */
export const smallDisk = (t: Scope, folder: string, bytes: number): boolean => {
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder)) return false;
  t.teardown(() => run('umount', '--lazy', folder));
  return true;
};

/** A file system of 1 MB that is full until room is made; undefined where the machine allows no mount. */
export const fullDisk = (t: Scope) => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  t.teardown(() => rmSync(folder, {recursive: true, force: true}));
  if (!smallDisk(t, folder, 2 ** 20)) return undefined;

  const filler = join(folder, 'filler');
  const log = join(folder, 'log');
  writeFileSync(log, '');
  run('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k');
  return {log, makeRoom: () => rmSync(filler)};
};
