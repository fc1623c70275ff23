import {join} from 'node:path';
import {Command} from 'commander';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {runCommand} from '#core/command-line/run.ts';
import {
  becomeHealthy,
  ensureRunning,
  isRunning,
  requireFreePort,
  start,
  stop,
} from './processes/service.ts';
import {withLock} from './processes/wait.ts';
import {
  type Api,
  apiService,
  isOutdated,
  requireSameSettings,
  startedAddress,
} from './quickstart/environment.ts';
import {savedKey} from './quickstart/key.ts';
import {down, status, up} from './stack/control.ts';
import {developerStack, otherStacks, type Stack, stackOf} from './stack/stack.ts';

/** Runs one quickstart at a time: of two at once, both would import, and one of the imports would fail. */
const oneAtATime = <Result>({folder}: Stack, work: () => Promise<Result>): Promise<Result> =>
  withLock(join(folder, 'quickstart.lock'), work);

const printExample = async (
  stack: Stack,
  {address, owner, examplePath, more}: Api,
): Promise<void> => {
  const key = await savedKey(owner, stack, address);
  const path = await examplePath(address, key);
  console.log(`\nThe API runs on ${address}. Your key: ${key}\n`);
  console.log(`  curl -H 'X-Api-Key: ${key}' '${address}${path}'\n`);
  console.log(`${more(address)}\n`);
};

/** Runs the API in the foreground, with its log on this terminal, until it ends or is interrupted. */
const serve = async (stack: Stack, api: Api): Promise<number> => {
  const child = await start(api, await api.prepare(), {attached: true});
  const ended = new Promise<number>(resolve => child.once('exit', code => resolve(code ?? 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill('SIGTERM'));
  }
  await becomeHealthy(api);
  await printExample(stack, api);
  console.log(
    'Ctrl-C stops the API. `npm run quickstart -- --down` also stops Elasticsearch and Redis.',
  );
  const code = await ended;
  await stop(api);
  return code;
};

/** The services that run on a stack, each with its address. */
const runningOn = async (stack: Stack): Promise<readonly string[]> => {
  const apis = (['live', 'test'] as const).map(async environment => {
    const api = apiService(stack, environment);
    if (!(await isRunning(api))) return [];
    return [`${api.name} on ${await startedAddress(api)}`];
  });
  const engines = (await status(stack)).filter(({pid}) => pid !== undefined);
  return [
    ...(await Promise.all(apis)).flat(),
    ...engines.map(({name, address}) => `${name} on ${address}`),
  ];
};

const stopAll = async (): Promise<void> => {
  const stack = await stackOf(developerStack(), () => {});
  const running = await runningOn(stack);
  await stop(apiService(stack, 'live'));
  await stop(apiService(stack, 'test'));
  await down(stack);
  console.log(
    running.length === 0 ? 'Nothing was running on this stack.' : `Stopped ${running.join(', ')}.`,
  );
  for (const other of await otherStacks(stack)) {
    const still = await runningOn(other);
    if (still.length === 0) continue;
    const {elasticsearchPort, redisPort} = other.settings;
    const ports = `STACK_ELASTICSEARCH_PORT=${elasticsearchPort} STACK_REDIS_PORT=${redisPort}`;
    console.log(`Still running: ${still.join(', ')}. To stop it, set ${ports}.`);
  }
};

const startAll = async (environment: KeyEnvironment, detach = false): Promise<number> => {
  const stack = await stackOf(developerStack(), console.log);
  const api = apiService(stack, environment);
  if (await isRunning(api)) {
    await requireSameSettings(api);
    if (await isOutdated(api)) {
      console.log('Stopping the API, because its code has changed since it started.');
      await stop(api);
    }
  } else {
    // Checked first, since the rest may take a minute.
    await requireFreePort(api);
    await requireFreePort({name: 'health checks', port: api.opsPort, portVariable: 'OPS_PORT'});
  }
  await up(stack, console.log);
  await oneAtATime(stack, () => api.ensureData(stack));

  if (!detach && !(await isRunning(api))) return serve(stack, api);
  await oneAtATime(stack, async () => {
    await ensureRunning(api, console.log);
    await printExample(stack, api);
  });
  console.log('`npm run quickstart -- --down` stops the API, Elasticsearch and Redis.');
  return 0;
};

const program = new Command('npm run quickstart --')
  .description(
    'Starts Elasticsearch and Redis, imports a sample extract, creates an API key and runs the API ' +
      'until Ctrl-C. Reuses what an earlier run left.',
  )
  .option('--detach', 'leave the API running and return as soon as it answers')
  .option('--test', 'run the test environment, next to the live one, on port 8090')
  .option('--down', 'stop the API, Elasticsearch and Redis; their data stays in .local/')
  .exitOverride();

await runCommand(async () => {
  const {detach, test, down} = program.parse().opts<{detach?: true; test?: true; down?: true}>();
  return down ? stopAll() : startAll(test ? 'test' : 'live', detach);
});
