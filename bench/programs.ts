import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {Bench} from './bench.ts';

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
