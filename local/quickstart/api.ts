import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#core/config/config.ts';
import {answersOk} from '../processes/probe.ts';
import {type Program, pidFile, type Service} from '../processes/service.ts';
import {addresses, checkout, type Stack} from '../stack/stack.ts';

/** The settings of the API besides the defaults. The stack's addresses override those of the environment. */
const apiEnvironment = (stack: Stack) => ({
  HOST: process.env['HOST'] || '127.0.0.1',
  PORT: process.env['PORT'] || '8080',
  OPS_PORT: process.env['OPS_PORT'] || '9090',
  ...addresses(stack),
});

const fileIn = (folder: string): string => join(folder, 'api.env');

const linesOf = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Throws when the running API was started with other settings, and so listens elsewhere. */
export const requireSameSettings = async (stack: Stack): Promise<void> => {
  const used = await readFile(fileIn(stack.folder), 'utf8');
  if (used === linesOf(apiEnvironment(stack))) return;
  throw new OperationalError(
    `The API is already running with other settings:\n\n${used}\n` +
      'Use the same ones, or stop it first with `npm run quickstart -- --down`.',
  );
};

/** Node reads the settings from a file, whose path on the command line identifies the process. */
const prepare = async (stack: Stack): Promise<Program> => {
  const environment = apiEnvironment(stack);
  const file = fileIn(stack.folder);
  await writeFile(file, linesOf(environment));
  const inherited = Object.entries(process.env).filter(([name]) => !(name in environment));
  return {
    command: process.execPath,
    args: [`--env-file=${file}`, join(checkout, 'src/main.ts')],
    env: Object.fromEntries(inherited),
  };
};

export const apiService = (stack: Stack): Service & {readonly opsPort: number} => {
  const {port, opsPort} = readConfig({...process.env, ...apiEnvironment(stack)});
  return {
    name: 'api',
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
    prepare: () => prepare(stack),
  };
};

/** Where the API listens that was started last on this stack. */
export const startedAddress = async ({folder}: Stack): Promise<string> =>
  `http://127.0.0.1:${/^PORT=(\d+)$/m.exec(await readFile(fileIn(folder), 'utf8'))?.[1]}`;

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
