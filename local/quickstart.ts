import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {readConfig} from '#core/config/config.ts';
import {commandLine} from './command-line.ts';
import {becomeHealthy, ensureRunning, refuseTakenPort} from './processes/ensure-running.ts';
import {withLock} from './processes/lock.ts';
import {runs} from './processes/own-group.ts';
import type {Say, Service} from './processes/service.ts';
import {start} from './processes/start.ts';
import {stop} from './processes/stop.ts';
import {type ApiSettings, apiService, refuseOtherSettings} from './quickstart/api.ts';
import {apiClient, lookupByPlate} from './quickstart/ask-api.ts';
import {ensureDataset} from './quickstart/dataset.ts';
import {demo, keyOf} from './quickstart/kept-key.ts';
import {developerStack} from './stack/settings.ts';
import {addresses, down, type Stack, stackOf, up} from './stack/stack.ts';

const usage = `Usage: npm run quickstart [-- --detach | --down]

  Starts the stack, imports a sample extract, creates a key and serves the API, here until Ctrl-C.
  What is there from an earlier run is used again.

  --detach  returns when the API answers, and leaves it running
  --down    ends the API and the stack; the data stays under .local/`;

const checkout = join(import.meta.dirname, '..');

/** The stack's addresses stand above whatever the environment names: the quickstart fills its own. */
const environmentOf = (stack: Stack) => ({
  HOST: process.env['HOST'] || '127.0.0.1',
  PORT: process.env['PORT'] || '8080',
  OPS_PORT: process.env['OPS_PORT'] || '9090',
  ...addresses(stack),
});

const settingsOf = (stack: Stack): ApiSettings => {
  const environment = environmentOf(stack);
  const {port, opsPort} = readConfig({...process.env, ...environment});
  return {checkout, folder: stack.folder, environment, port, opsPort};
};

/** Said before the minute that the rest may take. */
const refuseTakenPorts = async (api: Service, {opsPort}: ApiSettings): Promise<void> => {
  await refuseTakenPort(api);
  await refuseTakenPort({name: "the API's health", port: opsPort, portVariable: 'OPS_PORT'});
};

/** Two quickstarts at once would both import, and one of the imports would be refused. */
const oneAtATime = <Result>({folder}: Stack, work: () => Promise<Result>): Promise<Result> =>
  withLock(join(folder, 'quickstart.lock'), work);

/** Prints how to ask the API that answers at `address`. */
const sayHowToAsk = async (stack: Stack, {address}: Service, say: Say): Promise<void> => {
  const place = {checkout, env: {...process.env, ...environmentOf(stack)}};
  const ask = apiClient(address);
  const isAccepted = async (key: string) => (await ask('/v1/dataset', key)).ok;
  const key = await keyOf(demo, stack.folder, place, isAccepted);
  const path = await lookupByPlate(ask, key);
  say(`\nThe API answers on ${address}. Your key: ${key}\n`);
  say(`  curl -H 'X-Api-Key: ${key}' '${address}${path}'\n`);
  say(`In a browser, the reference tries calls: ${address}/docs\n`);
};

/** Serves in the foreground, with the API's log, until it ends or we are told to end it. */
const serve = async (api: Service, ready: () => Promise<void>): Promise<number> => {
  const child = await start(api, await api.prepare(), {attached: true});
  const ended = new Promise<number>(resolve => child.once('exit', code => resolve(code ?? 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill('SIGTERM'));
  }
  await becomeHealthy(api);
  await ready();
  const code = await ended;
  await stop(api);
  return code;
};

await commandLine(async say => {
  const {values} = parseArgs({
    options: {
      detach: {type: 'boolean', default: false},
      down: {type: 'boolean', default: false},
      help: {type: 'boolean', short: 'h', default: false},
    },
  });
  if (values.help) {
    say(usage);
    return 0;
  }
  const stack = await stackOf(developerStack(), values.down ? () => {} : say);
  const settings = settingsOf(stack);
  const api = apiService(settings);
  if (values.down) {
    await stop(api);
    await down(stack);
    say('The API and its stack are stopped.');
    return 0;
  }
  if (await runs(api)) await refuseOtherSettings(settings);
  else await refuseTakenPorts(api, settings);
  await up(stack, say);
  const env = {...process.env, ...environmentOf(stack)};
  await oneAtATime(stack, () => ensureDataset(stack.home, {checkout, env}, say));

  if (!values.detach && !(await runs(api))) {
    return serve(api, async () => {
      await sayHowToAsk(stack, api, say);
      say('Ctrl-C ends the API; `npm run quickstart -- --down` ends the stack, too.');
    });
  }
  await oneAtATime(stack, async () => {
    await ensureRunning(api, say);
    await sayHowToAsk(stack, api, say);
  });
  say('`npm run quickstart -- --down` ends the API and the stack.');
  return 0;
});
