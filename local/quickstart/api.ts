import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#src/config.ts';
import {answersOk, pidFile, type Service} from '../processes/service.ts';
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

const usual = {
  live: {name: 'api', port: '8080', opsPort: '9090'},
  test: {name: 'test-api', port: '8090', opsPort: '9091'},
} as const;

/** The API of an environment. Its settings are kept in a file, as lines of `name=value`. */
export type Api = Service & {
  readonly opsPort: number;
  readonly settings: string;
  readonly settingsFile: string;
};

export const apiService = (stack: Stack, environment: KeyEnvironment): Api => {
  const {name, ...ports} = usual[environment];
  // The stack's addresses override those of this process.
  const settings = {
    HOST: process.env['HOST'] || '127.0.0.1',
    PORT: process.env['PORT'] || ports.port,
    OPS_PORT: process.env['OPS_PORT'] || ports.opsPort,
    ...variablesOf(stack, environment),
  };
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`);
  const file = join(stack.folder, `${name}.env`);
  const {port, opsPort} = readConfig({...process.env, ...settings});
  const readiness = `http://127.0.0.1:${opsPort}/health/ready`;
  return {
    name,
    port,
    portVariable: 'PORT',
    opsPort,
    folder: stack.folder,
    address: `http://127.0.0.1:${port}`,
    settings: lines.join(''),
    settingsFile: file,
    isHealthy: () => answersOk(readiness),
    explain: async () => {
      const response = await fetch(readiness);
      return `/health/ready answers ${response.status}: ${await response.text()}`;
    },
    // Node reads the settings from the file, whose path on the command line identifies the process.
    prepare: async () => {
      await writeFile(file, lines.join(''));
      const inherited = Object.entries(process.env).filter(([variable]) => !(variable in settings));
      return {
        command: process.execPath,
        args: [`--env-file=${file}`, join(checkout, 'src/main.ts')],
        env: Object.fromEntries(inherited),
      };
    },
  };
};

/** Throws when the running API was started with other settings, and so listens elsewhere. */
export const requireSameSettings = async ({settings, settingsFile}: Api): Promise<void> => {
  const used = await readFile(settingsFile, 'utf8');
  if (used === settings) return;
  throw new OperationalError(
    `The API is already running with other settings:\n\n${used}\n` +
      'Use the same ones, or stop it first with `npm run quickstart -- --down`.',
  );
};

/** Where the API listens that was started last. */
export const startedAddress = async ({settingsFile}: Api): Promise<string> => {
  const settings = await readFile(settingsFile, 'utf8');
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
