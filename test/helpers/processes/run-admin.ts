import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {startRedis} from '../engines/redis.ts';

const main = fileURLToPath(new URL('../../../admin/main.ts', import.meta.url));

type Outcome = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** Runs the admin tool as an operator's script would: without a terminal. */
export const runAdmin = (
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Outcome> =>
  new Promise(resolve => {
    const options = {env: {...process.env, ...env}};
    const tool = execFile(process.execPath, [main, ...args], options, (_, stdout, stderr) =>
      resolve({code: tool.exitCode ?? -1, stdout, stderr}),
    );
    tool.stdin?.end();
  });

/** The admin tool on a Redis of its own: what it says, and what it prints as JSON. */
export const startAdmin = async (
  t: ExecutionContext,
  env: Readonly<Record<string, string>> = {},
) => {
  const {redis, url} = await startRedis(t);
  const admin = (...args: readonly string[]) => runAdmin({REDIS_URL: url, ...env}, ...args);
  const json = async (...args: readonly string[]) => {
    const {code, stdout, stderr} = await admin(...args, '--json');
    t.is(code, 0, stderr);
    return JSON.parse(stdout);
  };
  return {redis, url, admin, json};
};
