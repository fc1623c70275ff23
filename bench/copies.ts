import {readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import {UsageError} from '#core/command-line/errors.ts';
import type {Bench} from './bench.ts';

/** The code of a commit, and what it is called in the report. */
export type Copy = {
  readonly name: string;
  readonly checkout: string;
  /** Begins the names of its indices: commits differ in what they store. */
  readonly prefix: string;
};

/** The code as it lies in the working tree. */
export const thisCopy = ({prefix}: Pick<Bench, 'prefix'>): Copy => ({
  name: 'now',
  checkout: process.cwd(),
  prefix: `${prefix}now-`,
});

/** A checkout of a commit with its packages, removed at the end of the bench. */
export const copyOf = async (
  {folder, prefix, signal, undo}: Bench,
  commit: string,
): Promise<Copy> => {
  const parse = ['rev-parse', '--verify', '--quiet', '--short', `${commit}^{commit}`];
  const {stdout: name, exitCode} = await execa('git', parse, {reject: false});
  if (exitCode !== 0) throw new UsageError(`${commit} is no commit of this repository.`);
  const checkout = join(folder, name);
  undo(() => execa('git', ['worktree', 'remove', '--force', checkout], {reject: false}));
  await execa('git', ['worktree', 'add', '--quiet', '--detach', checkout, name]);
  await addPackages(checkout, signal);
  return {name, checkout, prefix: `${prefix}${name}-`};
};

/** Those of this checkout, if the commit asks for the same. */
const addPackages = async (checkout: string, cancelSignal: AbortSignal): Promise<void> => {
  const [ours, theirs] = await Promise.all(
    ['.', checkout].map(folder => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (ours === theirs) {
    await symlink(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
    return;
  }
  const quietly = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', quietly, {cwd: checkout, cancelSignal});
};
