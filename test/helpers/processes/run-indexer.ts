import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';

const main = fileURLToPath(new URL('../../../indexer/main.ts', import.meta.url));

/** Starts the indexer's command line; `ended` tells its exit code and what it said. */
export const startIndexer = (
  t: Scope,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [main, ...args], {
    env: {...process.env, INDEXER_DIRECTORY: aFolder(t), ...env},
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

/** Runs it to its end, with nothing on standard input. */
export const runIndexer = async (
  t: Scope,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => {
  const {child, ended} = startIndexer(t, args, env);
  child.stdin.end();
  return await ended;
};

/** What it said on its standard error for people: all but the lines of progress, which are JSON. */
export const sentencesOf = (stderr: string): readonly string[] =>
  stderr.split('\n').filter(line => line !== '' && !line.startsWith('{'));
