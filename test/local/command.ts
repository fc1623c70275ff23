import {rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {processes} from '#local/processes/process-table.ts';
import {run} from '#local/processes/run.ts';
import {developerStack} from '#local/stack/settings.ts';
import {erase, stackOf} from '#local/stack/stack.ts';

const checkout = join(import.meta.dirname, '../..');

/** A port of the loopback that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

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

/** Runs a command of `local/` as `npm run` does. */
export const command =
  (entry: string, env: Readonly<Record<string, string>>) =>
  (...args: readonly string[]) =>
    run(process.execPath, [entry, ...args], {cwd: checkout, env: {...process.env, ...env}});

/** The living processes of the stack whose folder has this name. */
export const processesOf = async (name: string) =>
  (await processes()).filter(({commandLine}) => commandLine.includes(`${name}/`));

/** Ends a stack and removes all it left. */
export const discard = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const stack = await stackOf(developerStack(env), () => {});
  await erase(stack);
  await rm(stack.folder, {recursive: true});
};
