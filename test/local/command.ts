import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import {processes} from '#local/processes/process-table.ts';
import {erase} from '#local/stack/control.ts';
import {developerStack, stackOf} from '#local/stack/stack.ts';
import {freePort} from '../helpers/servers/free-port.ts';

const checkout = join(import.meta.dirname, '../..');

/** Settings of a stack that no one else uses, and the name of its folder under `.local/`. */
export const aStack = async () => {
  const [elasticsearchPort, redisPort] = [await freePort(), await freePort()];
  return {
    name: `stack-${elasticsearchPort}-${redisPort}`,
    elasticsearch: `http://127.0.0.1:${elasticsearchPort}`,
    env: {
      STACK_ELASTICSEARCH_PORT: String(elasticsearchPort),
      STACK_REDIS_PORT: String(redisPort),
      STACK_ELASTICSEARCH_HEAP: '256m',
    },
  };
};

/** Runs a program to its end, also one that fails. */
export const run = async (
  command: string,
  args: readonly string[],
  options: {readonly cwd?: string; readonly env?: NodeJS.ProcessEnv} = {},
) => {
  const collected = {all: true, reject: false, stdin: 'ignore', stripFinalNewline: false} as const;
  const {exitCode, all, stdout} = await execa(command, args, {...options, ...collected});
  return {code: exitCode, output: all, stdout};
};

/** Runs a command of `local/` as `npm run` does. */
export const command =
  (entry: string, env: Readonly<Record<string, string>>) =>
  (...args: readonly string[]) =>
    run(process.execPath, [entry, ...args], {cwd: checkout, env});

/** The living processes of the stack whose folder has this name. */
export const processesOf = async (name: string) =>
  (await processes()).filter(({commandLine}) => commandLine.includes(`${name}/`));

/** Ends a stack and removes all it left. */
export const discard = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const stack = await stackOf(developerStack(env), () => {});
  await erase(stack);
  await rm(stack.folder, {recursive: true});
};
