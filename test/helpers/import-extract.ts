import {readFile} from 'node:fs/promises';
import type {Client} from '@elastic/elasticsearch';
import type {ExecutionContext} from 'ava';
import {importExtract} from '#indexer/import-extract.ts';
import {aFile, aFolder} from './files.ts';
import {testClient, testPrefix} from './test-index.ts';

/** Progress that nobody looks at. */
export const silent = {phase: () => {}, advance: () => {}, ended: () => {}};

/** Elasticsearch deletes by exact name alone, so the names are asked for first. */
export const deleteByPrefix = async (client: Client, prefix: string): Promise<void> => {
  const indices = Object.keys(await client.indices.get({index: `${prefix}*`, features: 'aliases'}));
  if (indices.length > 0) await client.indices.delete({index: indices});
};

/** Imports a file as an operator would, under a prefix of its own that is removed with the test. */
export const importFile = async (t: ExecutionContext, file: string, prefix = testPrefix()) => {
  const client = testClient(t);
  t.teardown(() => deleteByPrefix(client, prefix));
  const {signal} = new AbortController();
  const summary = await importExtract({
    client,
    indexPrefix: prefix,
    file,
    signal,
    progress: silent,
    directory: aFolder(t),
    say: () => {},
  });
  return {client, prefix, summary};
};

/** The synthetic sample of 13 records, under the name the register would give it. */
export const fixtureExtract = async (t: ExecutionContext): Promise<string> => {
  const content = await readFile(new URL('../fixtures/sample-dmr.xml', import.meta.url));
  return aFile(t, content, 'ESStatistikListeModtag-20261115-031500.xml');
};
