import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {OperationalError} from '#core/command-line/errors.ts';
import {readConfig} from '#core/config/config.ts';
import {type Print, run} from '../processes/run.ts';
import {addresses, checkout, type Stack} from '../stack/stack.ts';

const vehicles = 20_000;
/** A Sunday, when the register publishes. The indexer reads the time of the extract from the name. */
const extractName = 'ESStatistikListeModtag-20261115-190000.zip';

/** Runs the indexer. Its progress is shown on a terminal, and otherwise only its errors. */
const indexer = (stack: Stack, ...args: readonly string[]): Promise<void> =>
  run(process.execPath, ['indexer/main.ts', ...args], {
    cwd: checkout,
    env: addresses(stack),
    inherit: process.stdout.isTTY,
  });

/** The path of the sample extract, which is written once for all stacks. */
const sampleExtract = async (stack: Stack, print: Print): Promise<string> => {
  const file = join(stack.home, 'sample', extractName);
  if (existsSync(file)) return file;
  print(`Writing a sample extract of ${vehicles} vehicles to ${file} …`);
  await mkdir(dirname(file), {recursive: true});
  await indexer(stack, 'sample', '--vehicles', String(vehicles), '--seed', '1', '--out', file);
  return file;
};

/** Whether data is live: the alias `vehicles` exists from the first promotion on. */
const isLive = async (stack: Stack): Promise<boolean> => {
  const {ELASTICSEARCH_NODES: elasticsearch} = addresses(stack);
  const alias = `${readConfig().indexPrefix}vehicles`;
  const {ok, status} = await fetch(`${elasticsearch}/_alias/${alias}`, {method: 'HEAD'});
  if (ok || status === 404) return ok;
  throw new OperationalError(
    `Elasticsearch answers ${status} to a request for the alias ${alias}.`,
  );
};

/** Imports the sample extract, unless there is data already. */
export const ensureDataset = async (stack: Stack, print: Print): Promise<void> => {
  if (await isLive(stack)) return;
  const file = await sampleExtract(stack, print);
  print('Importing the sample extract …');
  await indexer(stack, 'import', file);
};
