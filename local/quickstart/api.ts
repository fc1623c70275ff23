import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#src/config.ts';
import {answersOk, type Program, pidFile, type Service} from '../processes/service.ts';
import {addresses, checkout, type Stack} from '../stack/stack.ts';

/** The variables by which programs find one environment on a stack; they override those of this process. */
export const variablesOf = (stack: Stack, environment: KeyEnvironment) => {
  const prefix = process.env['INDEX_PREFIX'] ?? '';
  return {
    ...addresses(stack),
    API_ENVIRONMENT: environment,
    INDEX_PREFIX: environment === 'test' ? `${prefix}test-` : prefix,
  };
};

const usualPorts = {
  live: {port: '8080', opsPort: '9090'},
  test: {port: '8090', opsPort: '9091'},
} as const;

/** The settings of the API besides the defaults. The stack's addresses override those of this process. */
const apiEnvironment = (stack: Stack, environment: KeyEnvironment) => ({
  HOST: process.env['HOST'] || '127.0.0.1',
  PORT: process.env['PORT'] || usualPorts[environment].port,
  OPS_PORT: process.env['OPS_PORT'] || usualPorts[environment].opsPort,
  ...variablesOf(stack, environment),
});

const names = {live: 'api', test: 'test-api'} as const;

const settingsFile = ({folder}: Stack, environment: KeyEnvironment): string =>
  join(folder, `${names[environment]}.env`);

const linesOf = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Throws when the running API was started with other settings, and so listens elsewhere. */
export const requireSameSettings = async (
  stack: Stack,
  environment: KeyEnvironment,
): Promise<void> => {
  const used = await readFile(settingsFile(stack, environment), 'utf8');
  if (used === linesOf(apiEnvironment(stack, environment))) return;
  throw new OperationalError(
    `The API is already running with other settings:\n\n${used}\n` +
      'Use the same ones, or stop it first with `npm run quickstart -- --down`.',
  );
};

/** Node reads the settings from a file, whose path on the command line identifies the process. */
const prepare = async (stack: Stack, environment: KeyEnvironment): Promise<Program> => {
  const settings = apiEnvironment(stack, environment);
  const file = settingsFile(stack, environment);
  await writeFile(file, linesOf(settings));
  const inherited = Object.entries(process.env).filter(([name]) => !(name in settings));
  return {
    command: process.execPath,
    args: [`--env-file=${file}`, join(checkout, 'src/main.ts')],
    env: Object.fromEntries(inherited),
  };
};

export const apiService = (
  stack: Stack,
  environment: KeyEnvironment,
): Service & {readonly opsPort: number} => {
  const settings = apiEnvironment(stack, environment);
  const {port, opsPort} = readConfig({...process.env, ...settings});
  return {
    name: names[environment],
    port,
    portVariable: 'PORT',
    opsPort,
    folder: stack.folder,
    address: `http://127.0.0.1:${port}`,
    isHealthy: () => answersOk(`http://127.0.0.1:${opsPort}/health/ready`),
    explain: async () => {
      const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`);
      return `/health/ready answers ${response.status}: ${await response.text()}`;
    },
    prepare: () => prepare(stack, environment),
  };
};

/** Where the API of an environment listens that was started last on this stack. */
export const startedAddress = async (
  stack: Stack,
  environment: KeyEnvironment,
): Promise<string> => {
  const settings = await readFile(settingsFile(stack, environment), 'utf8');
  return `http://127.0.0.1:${/^PORT=(\d+)$/m.exec(settings)?.[1]}`;
};

/** Whether code that the API runs was changed after its start. */
export const isOutdated = async (api: Service): Promise<boolean> => {
  const {mtimeMs: started} = await stat(pidFile(api));
  const changes = ['src', 'core', 'mappings'].map(async folder => {
    const files = await readdir(join(checkout, folder), {recursive: true});
    return await Promise.all(files.map(file => stat(join(checkout, folder, file))));
  });
  return (await Promise.all(changes)).flat().some(({mtimeMs}) => mtimeMs > started);
};

export const get = (address: string, path: string, key: string): Promise<Response> =>
  fetch(address + path, {headers: {'X-Api-Key': key}, signal: AbortSignal.timeout(10_000)});

const Page = z.object({
  data: z.array(z.object({registrationNumber: z.string().nullable()})),
});

/** The path of a plate lookup that finds a vehicle. Its plate comes from the search. */
export const plateLookup = async (address: string, key: string): Promise<string> => {
  const page = await get(address, '/v1/vehicles?pageSize=20', key);
  if (!page.ok) throw new OperationalError(`The API answers ${page.status}: ${await page.text()}`);
  for (const {registrationNumber} of Page.parse(await page.json()).data) {
    if (registrationNumber === null) continue;
    const path = `/v1/vehicles/plate/${encodeURIComponent(registrationNumber)}`;
    const response = await get(address, path, key);
    await response.arrayBuffer();
    if (response.ok) return path;
  }
  throw new OperationalError('None of the first 20 vehicles has a plate that finds it.');
};
