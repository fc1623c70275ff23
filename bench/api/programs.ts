import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {execa} from 'execa';

/** A program that is measured: its address, and how to stop it. */
export type Running = {
  readonly url: string;
  /** Processor time so far, of all threads, in microseconds. */
  readonly processorTime: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** A clock tick of Linux, in which a process counts its time. */
const microsecondsOfTick = 10_000;

const processorTime = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * microsecondsOfTick;
};

const isUp = async (url: string): Promise<boolean> => {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
};

/** Starts a program and waits until it answers. */
export const start = async (
  url: string,
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Running> => {
  const child = spawn(process.execPath, args, {cwd, env, stdio: ['ignore', 'ignore', 'inherit']});
  const ended = once(child, 'exit');
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) {
      throw new Error(`${args.join(' ')} does not answer.`);
    }
    await wait(100);
  }
  return {
    url,
    processorTime: () => processorTime(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** A checkout of an earlier commit below `folder`, with the packages of this one. */
export const checkoutOf = async (commit: string, folder: string): Promise<string> => {
  const path = join(folder, commit);
  if (existsSync(path)) return path;
  await execa('git', ['worktree', 'add', '--quiet', '--detach', path, commit]);
  await symlink(join(process.cwd(), 'node_modules'), join(path, 'node_modules'));
  return path;
};

export const removeCheckout = async (path: string): Promise<void> => {
  await execa('git', ['worktree', 'remove', '--force', path]);
};

/** Runs a command of a checkout to its end; returns what it printed. */
export const runIn = async (
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const {stdout} = await execa(process.execPath, args, {cwd, env});
  return stdout;
};
