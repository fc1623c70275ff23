import {setTimeout as wait} from 'node:timers/promises';
import {createClient} from '#clients/typescript/src/index.ts';
import type {ClientOptions} from '#clients/typescript/src/options.ts';
import {startKeyedCopy} from '../api/start-copy.ts';
import {anInstallation} from '../engines/installation.ts';
import {testPrefix} from '../engines/test-index.ts';
import {importFile} from '../extracts/import-extract.ts';
import {markedExtract} from '../extracts/marked-extract.ts';
import {runIndexer} from '../processes/run-indexer.ts';
import type {Scope} from '../scope.ts';

/** A client of a copy of the API. It does not wait, but notes how long it would have waited. */
export const clientOf = (
  {port, key: apiKey}: {readonly port: number; readonly key: string},
  options: Partial<ClientOptions> = {},
) => {
  const waits: number[] = [];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    wait: async seconds => void waits.push(seconds),
    ...options,
  });
  return {client, waits};
};

/** A copy of the API over a marked extract, and a function that imports the next and waits until the copy serves it. */
export const copyBeforeImport = async (t: Scope) => {
  const prefix = testPrefix();
  let imports = 0;
  const importOne = async () => await importFile(t, await markedExtract(t, imports++), prefix);
  await importOne();
  const {port, key} = await startKeyedCopy(t, prefix);
  const {client} = clientOf({port, key});
  const live = async () => (await client.get('/v1/dataset')).datasetVersion ?? '';
  const importNext = async () => {
    const before = await live();
    await importOne();
    while ((await live()) === before) await wait(20);
  };
  return {port, key, client, live, importNext};
};

/** A copy of the test environment, and a key for it. */
export const startTestEnvironment = async (t: Scope) => {
  const {prefix} = anInstallation(t);
  const {code, stderr} = await runIndexer(t, ['import-test-data'], {INDEX_PREFIX: prefix});
  if (code !== 0) throw new Error(stderr);
  return await startKeyedCopy(t, prefix, {environment: 'test'});
};

/**
 * The seconds that a client waits between its attempts if the test environment answers with a problem each
 * time: as the contract says, but at most 60 in total because of `Retry-After`.
 */
export const waitsAt = (code: string): readonly number[] => {
  const waits: Readonly<Record<string, readonly number[]>> = {
    RateLimitExceeded: Array.from({length: 30}, () => 2),
    InternalError: [1, 2, 4],
    SearchUnavailable: [5, 5, 5],
    ServiceUnavailable: [5, 5, 5],
    DatasetNotLoaded: [30, 30],
  };
  return waits[code] ?? [];
};
