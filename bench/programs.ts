import {once} from 'node:events';
import {readFile, symlink} from 'node:fs/promises';
import {type AddressInfo, createServer, type Server} from 'node:net';
import {join} from 'node:path';
import {execa} from 'execa';
import {UsageError} from '#core/command-line/errors.ts';
import {answersOk} from '#local/processes/service.ts';
import {waitUntil} from '#local/processes/wait.ts';
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
  {folder, prefix, signal, cleanUp}: Bench,
  commit: string,
): Promise<Copy> => {
  const parse = ['rev-parse', '--verify', '--quiet', '--short', `${commit}^{commit}`];
  const {stdout: name, exitCode} = await execa('git', parse, {reject: false});
  if (exitCode !== 0) throw new UsageError(`${commit} is no commit of this repository.`);
  const checkout = join(folder, name);
  const remove = ['worktree', 'remove', '--force', checkout];
  cleanUp.defer(async () => void (await execa('git', remove, {reject: false})));
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

/** The port that a server listens on from now on. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

/** A port that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await portOf(server);
  await once(server.close(), 'close');
  return port;
};

/** The words after `node` of a script in a checkout's package.json: a commit may set other flags. */
export const scriptOf = async (checkout: string, script: string): Promise<readonly string[]> => {
  const {scripts} = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return String(scripts[script]).split(' ').slice(1);
};

/** Starts a server, waits until it answers, and stops it at the end of the bench. */
export const start = async (
  {signal, cleanUp}: Bench,
  url: string,
  {cwd, args, env}: {cwd: string; args: readonly string[]; env: NodeJS.ProcessEnv},
): Promise<Running> => {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = execa(process.execPath, args, {cwd, env, stdio, reject: false});
  let hasEnded = false;
  const ended = child.then(() => {
    hasEnded = true;
  });
  cleanUp.defer(() => {
    child.kill();
    return ended;
  });
  const settled = async () => hasEnded || (await answersOk(url));
  if (!(await waitUntil(settled, {seconds: 20, signal})) || hasEnded) {
    throw new Error(`${args.join(' ')} does not answer.`);
  }
  return {url, pid: child.pid};
};
