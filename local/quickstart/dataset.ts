import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {type Print, run} from '../processes/run.ts';
import {addresses, checkout, type Stack} from '../stack/stack.ts';
import {variablesOf} from './api.ts';

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
  print('Importing the test data, unless it is there …');
  await indexer(stack, 'test', 'import-test-data');
};
