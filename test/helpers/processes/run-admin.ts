import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import pLimit from 'p-limit';
import {startRedis} from '../engines/redis.ts';

const main = new URL('../../../admin/main.ts', import.meta.url);

type Variables = Readonly<Record<string, string>>;
type Outcome = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** The admin tool as an operator's script starts it: a process, without a terminal. */
export const startAdminProcess = (env: Variables, ...args: readonly string[]): Promise<Outcome> =>
  new Promise(resolve => {
    const options = {env: {...process.env, ...env}};
    const command = [fileURLToPath(main), ...args];
    const tool = execFile(process.execPath, command, options, (_, stdout, stderr) =>
      resolve({code: tool.exitCode ?? -1, stdout, stderr}),
    );
    tool.stdin?.end();
  });

/** A command reads the arguments and variables of its process, and writes to its streams. */
const oneAtATime = pLimit(1);
let runs = 0;

/** Runs a command of the admin tool in the process of the test, which saves the start of another one. */
export const runAdmin = (env: Variables, ...args: readonly string[]): Promise<Outcome> =>
  oneAtATime(async () => {
    const before = {argv: process.argv, env: process.env};
    const streams = [process.stdout, process.stderr] as const;
    const writes = streams.map(({write}) => write);
    const said = ['', ''];
    process.argv = [process.execPath, fileURLToPath(main), ...args];
    process.env = {...process.env, ...env};
    for (const [index, stream] of streams.entries()) {
      stream.write = (text: string | Uint8Array) => {
        said[index] += String(text);
        return true;
      };
    }
    try {
      // Of a module only the first import with an address runs it.
      await import(`${main.href}?run=${++runs}`);
      const [stdout = '', stderr = ''] = said;
      return {code: Number(process.exitCode ?? 0), stdout, stderr};
    } finally {
      Object.assign(process, before);
      process.exitCode = undefined;
      for (const [index, stream] of streams.entries()) {
        if (writes[index]) stream.write = writes[index];
      }
    }
  });

/** The admin tool on a Redis of its own: what it says, and what it prints as JSON. */
export const startAdmin = async (t: ExecutionContext, env: Variables = {}) => {
  const {redis, url} = await startRedis(t);
  const admin = (...args: readonly string[]) => runAdmin({REDIS_URL: url, ...env}, ...args);
  const json = async (...args: readonly string[]) => {
    const {code, stdout, stderr} = await admin(...args, '--json');
    t.is(code, 0, stderr);
    return JSON.parse(stdout);
  };
  return {redis, url, admin, json};
};
