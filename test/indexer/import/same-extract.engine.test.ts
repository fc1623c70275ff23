import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import type {Phase} from '#indexer/write/import-progress.ts';
import {indexNames} from '#mappings/generation.ts';
import {extractXml, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile, aZip} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';

const records = someRecords(20);
const xml = extractXml(records);
const zip = await extractZip(records);
const current = {outcome: 'already-current', version: '20261115-031500-0001'};

/** With a byte of its data changed: whoever reads it to its end refuses it. */
const damaged = (file: Buffer): Buffer => {
  const copy = Buffer.from(file);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

/** Imports it again; the phases of a build show that nothing was built. */
const importAgain = async (t: ExecutionContext, content: Buffer, prefix: string) => {
  const phases: Phase[] = [];
  const progress = {
    phase: (phase: Phase) => phases.push(phase),
    advance: () => {},
    ended: () => {},
  };
  try {
    const {summary} = await importFile(t, await aFile(t, content, name(22)), prefix, {progress});
    return summary;
  } finally {
    t.deepEqual(phases, []);
  }
};

const name = (day: number) => `ESStatistikListeModtag-202611${day}-031500.zip`;

test('the live extract is known by the directory of its zip, and is not read', async t => {
  const {prefix} = await importFile(t, await aFile(t, zip, name(15)));
  const stored = await aZip({'another-name.xml': xml}, {compress: false});
  for (const content of [zip, damaged(zip), damaged(stored)]) {
    t.like(await importAgain(t, content, prefix), current);
  }
});

test('an extract of the same length with another content is imported', async t => {
  const other = Buffer.from(xml.toString().replaceAll('Personbil', 'Persanbil'));
  const store = (content: Buffer) => aZip({'extract.xml': content}, {compress: false});
  const [before, after] = [await store(xml), await store(other)];
  t.is(before.length, after.length);
  const {prefix} = await importFile(t, await aFile(t, before, name(15)));
  const {summary} = await importFile(t, await aFile(t, after, name(22)), prefix);
  t.like(summary, {outcome: 'promoted', version: '20261122-031500-0002'});
});

test('a file that is no zip is read where it has the size of the live one', async t => {
  const gzip = gzipSync(xml);
  const {prefix} = await importFile(t, await aFile(t, gzip, name(15)));
  t.like(await importAgain(t, gzip, prefix), current);
  await t.throwsAsync(importAgain(t, damaged(gzip), prefix), {name: 'ExtractRefused'});
});

test('a zip is read where an earlier release imported a file of its size', async t => {
  const {client, prefix} = await importFile(t, await aFile(t, zip, name(15)));
  const {vehicles: index} = indexNames(prefix, '20261115-031500-0001');
  const {fingerprint, ..._meta} = (await client.indices.getMapping({index}))[index]?.mappings
    ._meta ?? {fingerprint: undefined};
  t.is(fingerprint.bytes, xml.length);
  await client.indices.putMapping({index, _meta});
  await t.throwsAsync(importAgain(t, damaged(zip), prefix), {name: 'ExtractRefused'});
  t.like(await importAgain(t, zip, prefix), current);
});
