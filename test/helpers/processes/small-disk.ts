import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestFn} from 'ava';
import type {Scope} from '../scope.ts';

const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0;

const mount = (folder: string, bytes: number): boolean =>
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);

const unmount = (folder: string): boolean => run('umount', '--lazy', folder);

const canMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  const isMounted = mount(folder, 4096);
  if (isMounted) unmount(folder);
  rmSync(folder, {recursive: true, force: true});
  return isMounted;
};

/** For a test that needs a disk of its own; it is skipped if the machine allows no mount. */
export const onSmallDisk = (test: TestFn): TestFn | TestFn['skip'] =>
  canMount() ? test : test.skip;

/** Makes `folder` a file system of `bytes` until the test ends. */
export const smallDisk = (t: Scope, folder: string, bytes: number): void => {
  if (!mount(folder, bytes)) throw new Error(`No file system can be mounted at ${folder}.`);
  t.teardown(() => unmount(folder));
};

/** A file system of 1 MB that is full until room is made. */
export const fullDisk = (t: Scope) => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  t.teardown(() => rmSync(folder, {recursive: true, force: true}));
  smallDisk(t, folder, 2 ** 20);

  const filler = join(folder, 'filler');
  const log = join(folder, 'log');
  writeFileSync(log, '');
  run('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k');
  return {log, makeRoom: () => rmSync(filler)};
};
