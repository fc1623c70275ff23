import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';
import {crc32} from 'node:zlib';
import test from 'ava';
import {openPromise} from 'yauzl';
import {documentEnd, documentStart, sampleRecords} from '#sample/sample-records.ts';
import {writeSample} from '#sample/write-sample.ts';
import {aFolder} from '../helpers/extracts/files.ts';

test('the sample is a zip of one entry, whose checksum holds', async t => {
  const out = join(aFolder(t), 'sample.zip');
  const counts = await writeSample({vehicles: 400, seed: 2, out});

  const zip = await openPromise(out, {autoClose: false});
  t.teardown(() => zip.close());
  const entries = await Array.fromAsync(zip.eachEntry());
  t.deepEqual(
    entries.map(({fileName}) => fileName),
    ['ESStatistikListeModtag.xml'],
  );

  const [entry] = entries;
  if (entry === undefined) return t.fail('The zip has no entry.');
  const xml = await buffer(await zip.openReadStreamPromise(entry));
  t.is(crc32(xml), entry.crc32);
  t.deepEqual(entry.getLastModDate(), new Date(2026, 10, 15, 4, 30));
  t.is(xml.length, entry.uncompressedSize);
  t.is(xml.length, counts.bytes);
  const records = [...sampleRecords({vehicles: 400, seed: 2})];
  t.is(xml.toString('utf8'), documentStart + records.join('') + documentEnd);
  t.deepEqual(counts, {records: records.length, vehicles: 400, bytes: xml.length});
});

test('the same size and seed give the same file, byte for byte', async t => {
  const written = async (seed: number) => {
    const out = join(aFolder(t), 'sample.zip');
    await writeSample({vehicles: 300, seed, out});
    return await readFile(out);
  };
  const one = await written(2);
  t.true(one.equals(await written(2)));
  t.false(one.equals(await written(3)));
});

test('an aborted run leaves no file and keeps the one that was there', async t => {
  const folder = aFolder(t);
  const out = join(folder, 'sample.zip');
  await writeFile(out, 'the one before');
  const abort = new AbortController();
  const run = writeSample({vehicles: 100_000, seed: 2, out, signal: abort.signal});
  const aborted = t.throwsAsync(run, {name: 'AbortError'});
  while ((await readdir(folder)).length < 2) await setTimeout(10);
  abort.abort();
  await aborted;
  t.deepEqual(await readdir(folder), ['sample.zip']);
  t.is(await readFile(out, 'utf8'), 'the one before');
});

test('a file that cannot be put in place fails the run and is removed', async t => {
  const folder = aFolder(t);
  const out = join(folder, 'sample.zip');
  await mkdir(out);
  await t.throwsAsync(writeSample({vehicles: 10, seed: 2, out}), {code: 'EISDIR'});
  t.deepEqual(await readdir(folder), ['sample.zip']);
});

test('a folder that is not there fails the run with the system’s own error', async t => {
  const out = join(aFolder(t), 'absent', 'sample.zip');
  await t.throwsAsync(writeSample({vehicles: 10, seed: 2, out}), {code: 'ENOENT'});
});

test('an impossible size is refused before a file is opened', async t => {
  const folder = aFolder(t);
  const run = writeSample({vehicles: -5, seed: 2, out: join(folder, 'sample.zip')});
  await t.throwsAsync(run, {instanceOf: RangeError});
  t.deepEqual(await readdir(folder), []);
});
