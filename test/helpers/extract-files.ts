import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import {ZipFile} from 'yazl';
import {documentEnd, documentStart, sampleRecords} from '#indexer/sample/sample-records.ts';

/** The records of a synthetic extract: some 5 % more than vehicles. */
export const someRecords = (vehicles = 1000, seed = 1): readonly string[] =>
  Array.from(sampleRecords({vehicles, seed}));

/** The register's XML around records; what is not UTF-8 comes as bytes. */
export const extractXml = (records: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat([documentStart, ...records, documentEnd].map(part => Buffer.from(part as string)));

export const zipOf = async (entries: Readonly<Record<string, Uint8Array>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream);
};

/** The register's zip of these records. */
export const extractZip = (records: readonly (string | Uint8Array)[]): Promise<Buffer> =>
  zipOf({'ESStatistikListeModtag.xml': extractXml(records)});

/** Writes a file into a folder of its own, both gone when the test ends. */
export const aFile = async (
  t: ExecutionContext,
  content: string | Uint8Array,
  name = 'ESStatistikListeModtag-20261115-031500.zip',
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'extract-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
