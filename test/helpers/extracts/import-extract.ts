import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Client} from '@elastic/elasticsearch';
import {readConfig} from '#indexer/config.ts';
import {type ImportOptions, importExtract} from '#indexer/import.ts';
import {chunksOf} from '#indexer/write/iteration.ts';
import {writeSample} from '#sample/write-sample.ts';
import {testClient, testPrefix} from '../engines/test-index.ts';
import type {Scope} from '../scope.ts';
import {aFile, aFolder} from './files.ts';

/** Progress that nobody sees. */
const silent = {phase: () => {}, advance: () => {}, ended: () => {}};

/** Reads the names first, since Elasticsearch deletes only by exact name; not all of them fit into one request. */
export const deleteByPrefix = async (client: Client, prefix: string): Promise<void> => {
  const indices = Object.keys(await client.indices.get({index: `${prefix}*`, features: 'aliases'}));
  for (const index of chunksOf(indices, 20)) await client.indices.delete({index: [...index]});
};

/** The options of an import besides its file: all as in an empty environment. */
export const importOptions = (directory: string) => ({
  indexing: readConfig({INDEXER_DIRECTORY: directory}).indexing,
  signal: new AbortController().signal,
  progress: silent,
  say: () => {},
  command: 'import' as const,
});

/** Imports a file as an operator would, under a prefix of its own that is removed with the test. */
export const importFile = async (
  t: Scope,
  file: string,
  prefix = testPrefix(),
  given: Partial<ImportOptions> = {},
) => {
  const client = testClient(t);
  t.teardown(() => deleteByPrefix(client, prefix));
  const summary = await importExtract({
    ...importOptions(aFolder(t)),
    ...given,
    client,
    prefix,
    file,
  });
  return {client, prefix, summary};
};

/**
 * Imports a sample extract: by default that of the quickstart, which the examples of the documentation are
 * from. Returns its prefix.
 */
export const importSample = async (
  t: Scope,
  vehicles = 20_000,
  prefix = testPrefix(),
): Promise<string> => {
  const file = join(aFolder(t), 'ESStatistikListeModtag-20261115-190000.zip');
  await writeSample({vehicles, seed: 1, out: file});
  await importFile(t, file, prefix, {force: 'a sample is unlike what was imported before'});
  return prefix;
};

/**
 * A synthetic extract of `test/fixtures`, under the name that the register would give it: `sample-dmr`, 13
 * records that together have every element, or `register-quirks`, with the oddities of real records.
 */
export const fixtureExtract = async (
  t: Scope,
  name: 'sample-dmr' | 'register-quirks' = 'sample-dmr',
): Promise<string> => {
  const content = await readFile(new URL(`../../fixtures/${name}.xml`, import.meta.url));
  return aFile(t, content, 'ESStatistikListeModtag-20261115-031500.xml');
};
