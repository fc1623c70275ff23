import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type Say, Unable} from '../processes/service.ts';
import {type Place, perform} from './command.ts';

const vehicles = 20_000;
/** Sunday, when the register publishes. The extract's time is read from the name. */
const extractName = 'ESStatistikListeModtag-20261115-190000.zip';

/** The path of the sample extract, which is written once. */
const sampleExtract = async (home: string, place: Place, say: Say): Promise<string> => {
  const file = join(home, 'sample', extractName);
  if (existsSync(file)) return file;
  say(`Writing a sample extract of ${vehicles} vehicles to ${file} …`);
  await mkdir(dirname(file), {recursive: true});
  const args = ['sample', '--vehicles', String(vehicles), '--seed', '1', '--out', file];
  await perform({entry: 'indexer/main.ts', args}, place);
  return file;
};

/** Whether an import is live: the alias `vehicles` exists from the first promotion on. */
const isLive = async ({env}: Place): Promise<boolean> => {
  const alias = `${env['INDEX_PREFIX'] ?? ''}vehicles`;
  const response = await fetch(`${env['ELASTICSEARCH_NODES']}/_alias/${alias}`);
  await response.arrayBuffer();
  if (response.ok || response.status === 404) return response.ok;
  throw new Unable(`Elasticsearch answers ${response.status} when asked for the alias ${alias}.`);
};

/** Imports the sample extract, unless there is data already. */
export const ensureDataset = async (home: string, place: Place, say: Say): Promise<void> => {
  if (await isLive(place)) return;
  const file = await sampleExtract(home, place, say);
  say('Importing it …');
  await perform({entry: 'indexer/main.ts', args: ['import', file]}, place);
};
