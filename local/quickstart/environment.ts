import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {readConfig} from '#src/config.ts';
import {type Print, run} from '../processes/run.ts';
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

const vehicles = 20_000;
/** A Sunday, when the register publishes. The indexer reads the time of the extract from the name. */
const extractName = 'ESStatistikListeModtag-20261115-190000.zip';

/** Runs the indexer. Its progress is shown on a terminal, and otherwise only its errors. */
const indexer = async (
  stack: Stack,
  environment: KeyEnvironment,
  ...args: readonly string[]
): Promise<void> => {
  await run(process.execPath, ['indexer/main.ts', ...args], {
    cwd: checkout,
    env: variablesOf(stack, environment),
    inherit: process.stdout.isTTY,
  });
};

/** The path of the sample extract, which is written once for all stacks. */
const sampleExtract = async (stack: Stack, print: Print): Promise<string> => {
  const file = join(stack.home, 'sample', extractName);
  if (existsSync(file)) return file;
  print(`Writing a sample extract of ${vehicles} vehicles to ${file} …`);
  await mkdir(dirname(file), {recursive: true});
  const size = ['--vehicles', String(vehicles), '--seed', '1'];
  await indexer(stack, 'live', 'sample', ...size, '--out', file);
  return file;
};

const Mappings = z.record(
  z.string(),
  z.object({
    mappings: z.object({_meta: BuildMeta.pick({mappingVersion: true, vehicleCount: true})}),
  }),
);

/** The `_meta` of the live index; undefined before the first import, which makes the alias `vehicles`. */
const liveMeta = async (stack: Stack) => {
  const {ELASTICSEARCH_NODES: elasticsearch} = addresses(stack);
  const alias = `${variablesOf(stack, 'live').INDEX_PREFIX}vehicles`;
  const response = await fetch(`${elasticsearch}/${alias}/_mapping`);
  if (response.status === 404) return undefined;
  if (!response.ok) {
    throw new OperationalError(
      `Elasticsearch answers ${response.status} to a request for the alias ${alias}.`,
    );
  }
  const [live] = Object.values(Mappings.parse(await response.json()));
  return live?.mappings._meta;
};

/**
 * Imports the sample extract, unless there is data that this code can read. Data of the sample in another
 * form is replaced. Throws for other data in another form: its extract is the developer's.
 */
export const ensureDataset = async (stack: Stack, print: Print): Promise<void> => {
  const live = await liveMeta(stack);
  if (live?.mappingVersion === mappingVersion) return;
  const file = await sampleExtract(stack, print);
  if (live === undefined) {
    print('Importing the sample extract …');
  } else {
    const versions = `the data has mapping version ${live.mappingVersion}, and this code reads ${mappingVersion}`;
    if (live.vehicleCount !== vehicles) {
      throw new OperationalError(
        `The API could not start, because ${versions}. Import the extract again, then run this again:\n\n` +
          `  ELASTICSEARCH_NODES=${addresses(stack).ELASTICSEARCH_NODES} npm run indexer -- import <file>`,
      );
    }
    print(`Importing the sample extract again, because ${versions} …`);
  }
  await indexer(stack, 'live', 'import', file);
};

/** Imports the data of the test environment, unless it is there as this code has it. */
export const ensureTestData = async (stack: Stack, print: Print): Promise<void> => {
  print('Importing the test data if it is missing …');
  await indexer(stack, 'test', 'import-test-data');
};

const usual = {
  live: {name: 'api', port: '8080', opsPort: '9090'},
  test: {name: 'test-api', port: '8090', opsPort: '9091'},
} as const;

/** The API of an environment. Its settings are kept in a file, as lines of `name=value`. */
export const apiService = (stack: Stack, environment: KeyEnvironment) => {
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

type Api = ReturnType<typeof apiService>;

/** Throws when the running API was started with other settings, and so listens elsewhere. */
export const requireSameSettings = async ({settings, settingsFile}: Api): Promise<void> => {
  const used = await readFile(settingsFile, 'utf8');
  if (used === settings) return;
  throw new OperationalError(
    `The API is already running with different settings:\n\n${used}\n` +
      'Use the same settings, or stop it first with `npm run quickstart -- --down`.',
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
