import type {ExecutionContext} from 'ava';
import {startRedis} from '../engines/redis.ts';
import {type Outcome, runAsProcess, runInProcess, type Variables} from './run-in-process.ts';

const main = new URL('../../../admin/main.ts', import.meta.url);

/** The admin tool in a process of its own. */
export const startAdminProcess = (env: Variables, ...args: readonly string[]): Promise<Outcome> =>
  runAsProcess(main, env, args);

/** Runs a command of the admin tool in the process of the test. */
export const runAdmin = (env: Variables, ...args: readonly string[]): Promise<Outcome> =>
  runInProcess(main, env, args);

/** The admin tool on a Redis of its own: functions that return its output, as text or as JSON. */
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
