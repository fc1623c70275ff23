import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client} from '@elastic/elasticsearch';
import {importExtract} from '#indexer/import.ts';
import {writeSample} from '#sample/write-sample.ts';
import {testPrefix} from '../engines/test-index.ts';
import {elasticsearchNodes} from '../environment.ts';
import {deleteByPrefix, importOptions} from './import-extract.ts';

/**
 * A sample extract, imported as an operator would, for all tests of a file: by default that of the
 * quickstart, which the examples of the documentation are of. `remove` takes it away again.
 */
export const importSample = async (vehicles = 20_000) => {
  const client = new Client({nodes: elasticsearchNodes});
  const indexPrefix = testPrefix();
  const name = 'ESStatistikListeModtag-20261115-190000.zip';
  const file = join(tmpdir(), `${indexPrefix}${name}`);
  await writeSample({vehicles, seed: 1, out: file});
  await importExtract({...importOptions(tmpdir()), client, prefix: indexPrefix, file});
  await rm(file);
  return {
    indexPrefix,
    remove: async () => {
      await deleteByPrefix(client, indexPrefix);
      await client.close();
    },
  };
};
