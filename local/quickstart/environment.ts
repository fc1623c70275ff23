import {existsSync} from 'node:fs';
import {glob, mkdir, readFile, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {testCases} from '#core/domain/test-cases.ts';
import {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {readConfig} from '#src/config.ts';
import {run} from '../processes/run.ts';
import {answersOk, pidFile, type Service} from '../processes/service.ts';
import {addresses, checkout, type Stack, variablesOf} from '../stack/stack.ts';
import {clientTests, demo, firstKey, get} from './key.ts';

const vehicles = 20_000;
/** A Sunday, when the register publishes. The indexer reads the time of the extract from the name. */
const extractName = 'ESStatistikListeModtag-20261115-190000.zip';

/** Runs the indexer. Shows its progress on a terminal, and otherwise only its errors. */
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
const sampleExtract = async (stack: Stack): Promise<string> => {
  const file = join(stack.home, 'sample', extractName);
  if (existsSync(file)) return file;
  console.log(`Writing a sample extract of ${vehicles} vehicles to ${file} …`);
  await mkdir(dirname(file), {recursive: true});
  const size = ['--vehicles', String(vehicles), '--seed', '1'];
  await indexer(stack, 'live', 'sample', ...size, '--out', file);
  return file;
};

const Meta = BuildMeta.pick({mappingVersion: true, vehicleCount: true});
const Mappings = z.record(z.string(), z.object({mappings: z.object({_meta: Meta})}));

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
 * Imports the sample extract, unless there is data that this code can read. Replaces data of the sample in another
 * form. Throws for other data in another form, as only the developer has its extract.
 */
const ensureDataset = async (stack: Stack): Promise<void> => {
  const live = await liveMeta(stack);
  if (live?.mappingVersion === mappingVersion) return;
  const file = await sampleExtract(stack);
  if (live === undefined) {
    console.log('Importing the sample extract …');
  } else {
    const versions = `the data has mapping version ${live.mappingVersion}, and this code reads ${mappingVersion}`;
    if (live.vehicleCount !== vehicles) {
      throw new OperationalError(
        `The API could not start, because ${versions}. Import the extract again, then run this again:\n\n` +
          `  ELASTICSEARCH_NODES=${addresses(stack).ELASTICSEARCH_NODES} npm run indexer -- import <file>`,
      );
    }
    console.log(`Importing the sample extract again, because ${versions} …`);
  }
  await indexer(stack, 'live', 'import', file);
};

/** Imports the data of the test environment, unless the same data is live. */
const ensureTestData = async (stack: Stack): Promise<void> => {
  console.log('Importing the test data if it is missing …');
  await indexer(stack, 'test', 'import-test-data');
};

const Page = z.object({data: z.array(z.object({registrationNumber: z.string().nullable()}))});

/** The path of a plate lookup that finds a vehicle. Its plate comes from the search. */
const plateLookup = async (address: string, key: string): Promise<string> => {
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

/** By environment: the name and ports of its API, its data, the owner of the key that is shown, and an example. */
const environments = {
  live: {
    name: 'api',
    ports: {PORT: '8080', OPS_PORT: '9090'},
    ensureData: ensureDataset,
    owner: demo,
    examplePath: plateLookup,
    more: (address: string) =>
      `Explorer, with this key: ${address}/explore\nInteractive reference: ${address}/docs`,
  },
  test: {
    name: 'test-api',
    ports: {PORT: '8090', OPS_PORT: '9091'},
    ensureData: ensureTestData,
    owner: clientTests,
    examplePath: async () => `/v1/vehicles/plate/${testCases[0]?.plate}`,
    more: () => 'docs/test-environment.md lists more plates, and what each returns.',
  },
} as const;

/**
 * The API of an environment, whose explorer has the key filled in. Its settings are kept in a file, as lines of
 * `name=value`.
 */
export const apiService = (stack: Stack, environment: KeyEnvironment) => {
  const {ports, ...about} = environments[environment];
  // The stack's addresses override those of this process.
  const variables = {
    HOST: process.env['HOST'] || '127.0.0.1',
    PORT: process.env['PORT'] || ports.PORT,
    OPS_PORT: process.env['OPS_PORT'] || ports.OPS_PORT,
    ...variablesOf(stack, environment),
  };
  const settings = Object.entries(variables)
    .map(([variable, value]) => `${variable}=${value}\n`)
    .join('');
  const settingsFile = join(stack.folder, `${about.name}.env`);
  const {port, opsPort} = readConfig({...process.env, ...variables});
  const readiness = `http://127.0.0.1:${opsPort}/health/ready`;
  return {
    ...about,
    port,
    portVariable: 'PORT',
    opsPort,
    folder: stack.folder,
    address: `http://127.0.0.1:${port}`,
    settings,
    settingsFile,
    isHealthy: () => answersOk(readiness),
    explain: async () => {
      const response = await fetch(readiness);
      return `/health/ready answers ${response.status}: ${await response.text()}`;
    },
    // Node reads the settings from the file, whose path on the command line identifies the process.
    prepare: async () => {
      const PAGES_API_KEY = await firstKey(about.owner, stack);
      await writeFile(settingsFile, settings);
      const inherited = Object.entries(process.env).filter(
        ([variable]) => !(variable in variables),
      );
      return {
        command: process.execPath,
        args: [`--env-file=${settingsFile}`, join(checkout, 'src/main.ts')],
        env: {...Object.fromEntries(inherited), PAGES_API_KEY},
      };
    },
  };
};

export type Api = ReturnType<typeof apiService>;

/** Throws if the running API was started with other settings, and may listen elsewhere. */
export const requireSameSettings = async ({settings, settingsFile}: Api): Promise<void> => {
  const used = await readFile(settingsFile, 'utf8');
  if (used === settings) return;
  throw new OperationalError(
    `The API is already running with different settings:\n\n${used}\n` +
      'Use the same settings, or stop it first with `npm run quickstart -- --down`.',
  );
};

/** The address of the API that was started last. */
export const startedAddress = async ({settingsFile}: Api): Promise<string> => {
  const settings = await readFile(settingsFile, 'utf8');
  return `http://127.0.0.1:${/^PORT=(\d+)$/m.exec(settings)?.[1]}`;
};

/** Whether code of the API changed after its start. */
export const isOutdated = async (api: Service): Promise<boolean> => {
  const {mtimeMs: started} = await stat(pidFile(api));
  for await (const file of glob('{src,core,mappings}/**', {cwd: checkout})) {
    if ((await stat(join(checkout, file))).mtimeMs > started) return true;
  }
  return false;
};
