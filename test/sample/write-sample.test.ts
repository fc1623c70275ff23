import {createHash} from 'node:crypto';
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {crc32} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {openPromise} from 'yauzl';
import {documentEnd, documentStart, sampleRecords} from '#sample/sample-records.ts';
import {writeSample} from '#sample/write-sample.ts';

const newFolder = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  t.teardown(() => rm(folder, {recursive: true}));
  return folder;
};

const sha256 = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

test('the sample is a zip of one entry, whose checksum holds', async t => {
  const out = join(await newFolder(t), 'sample.zip');
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
  const folder = await newFolder(t);
  const [one, again, other] = ['one.zip', 'again.zip', 'other.zip'].map(name => join(folder, name));
  if (!one || !again || !other) return t.fail();
  await writeSample({vehicles: 300, seed: 2, out: one});
  await writeSample({vehicles: 300, seed: 2, out: again});
  await writeSample({vehicles: 300, seed: 3, out: other});
  t.is(await sha256(one), await sha256(again));
  t.not(await sha256(one), await sha256(other));
});

test('progress is told as it is made and ends with the result', async t => {
  const out = join(await newFolder(t), 'sample.zip');
  const told: number[] = [];
  const {bytes} = await writeSample({
    vehicles: 300,
    seed: 2,
    out,
    onProgress: so => told.push(so.bytes),
  });
  t.true(told.length > 5);
  t.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  t.is(told.at(-1), bytes);
});

test('an aborted run leaves no file and keeps the one that was there', async t => {
  const folder = await newFolder(t);
  const out = join(folder, 'sample.zip');
  await writeFile(out, 'the one before');
  const abort = new AbortController();
  const run = writeSample({
    vehicles: 100_000,
    seed: 2,
    out,
    signal: abort.signal,
    onProgress: ({records}) => {
      if (records > 200) abort.abort();
    },
  });
  await t.throwsAsync(run, {name: 'AbortError'});
  t.deepEqual(await readdir(folder), ['sample.zip']);
  t.is(await readFile(out, 'utf8'), 'the one before');
});

test('a fault while the records are made fails the run and leaves no file', async t => {
  const folder = await newFolder(t);
  const fault = new Error('the disk of whoever listens is full');
  const run = writeSample({
    vehicles: 1_000,
    seed: 2,
    out: join(folder, 'sample.zip'),
    onProgress: () => {
      throw fault;
    },
  });
  t.is(await t.throwsAsync(run), fault);
  t.deepEqual(await readdir(folder), []);
});

test('a folder that is not there fails the run with the system’s own error', async t => {
  const out = join(await newFolder(t), 'absent', 'sample.zip');
  await t.throwsAsync(writeSample({vehicles: 10, seed: 2, out}), {code: 'ENOENT'});
});

test('a size that cannot be is refused before a file is opened', async t => {
  const folder = await newFolder(t);
  const run = writeSample({vehicles: -5, seed: 2, out: join(folder, 'sample.zip')});
  await t.throwsAsync(run, {instanceOf: RangeError});
  t.deepEqual(await readdir(folder), []);
});
