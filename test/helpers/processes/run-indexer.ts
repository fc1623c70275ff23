import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {env as ownEnv} from '../environment.ts';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';
import {type Outcome, runInProcess, type Variables} from './run-in-process.ts';

const main = new URL('../../../indexer/main.ts', import.meta.url);

/** Starts the indexer as a process; `ended` resolves to its exit code and output. */
export const startIndexer = (t: Scope, args: readonly string[], env: Variables = {}) => {
  const child = spawn(process.execPath, [fileURLToPath(main), ...args], {
    env: {...ownEnv, INDEXER_DIRECTORY: aFolder(t), ...env},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const end = async () => {
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return {code: Number(code), stdout, stderr};
  };
  return {child, ended: end()};
};

/** Runs a command of the indexer in the process of the test. */
export const runIndexer = (
  t: Scope,
  args: readonly string[],
  env: Variables = {},
): Promise<Outcome> => runInProcess(main, {INDEXER_DIRECTORY: aFolder(t), ...env}, args);

/** The sentences on its standard error: all lines except those of progress, which are JSON. */
export const sentencesOf = (stderr: string): readonly string[] =>
  stderr.split('\n').filter(line => line !== '' && !line.startsWith('{'));
