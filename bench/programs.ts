import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile, symlink} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
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

/** A server that is measured. */
export type Running = {readonly url: string; readonly pid: number | undefined};

/** Ports that nothing listens on. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({length: count}, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => {
    const address = server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  });
  await Promise.all(servers.map(server => once(server.close(), 'close')));
  return ports;
};

/** The words after `node` of a script in a checkout's package.json: a commit may set other flags. */
export const scriptOf = async (checkout: string, script: string): Promise<readonly string[]> => {
  const {scripts} = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return String(scripts[script]).split(' ').slice(1);
};

const isUp = async (url: string): Promise<boolean> => {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** Starts a server, waits until it answers, and stops it at the end of the bench. */
export const start = async (
  {signal, undo}: Bench,
  url: string,
  {cwd, args, env}: {cwd: string; args: readonly string[]; env: NodeJS.ProcessEnv},
): Promise<Running> => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: {...process.env, ...env},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  undo(() => stop(child));
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) {
      throw new Error(`${args.join(' ')} does not answer.`);
    }
    await wait(100, undefined, {signal});
  }
  return {url, pid: child.pid};
};
