import {setTimeout as wait} from 'node:timers/promises';
import {startKeyedCopy} from '../api/start-copy.ts';
import {testPrefix} from '../engines/test-index.ts';
import {importFile} from '../extracts/import-extract.ts';
import {markedExtract} from '../extracts/marked-extract.ts';
import type {Scope} from '../scope.ts';
import {clientOf} from './client-of.ts';

/** A copy of the API over a marked extract, and what imports the next one and waits until the copy serves it. */
export const copyBeforeImport = async (t: Scope) => {
  const prefix = testPrefix();
  await importFile(t, await markedExtract(t, 0), prefix);
  const {port, key} = await startKeyedCopy(t, prefix);
  const {client} = clientOf({port}, key);
  const live = async () => (await client.get('/v1/dataset')).datasetVersion ?? '';
  const importNext = async () => {
    const before = await live();
    await importFile(t, await markedExtract(t, 1), prefix);
    while ((await live()) === before) await wait(20);
  };
  return {port, key, client, live, importNext};
};
