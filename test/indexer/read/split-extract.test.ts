import {Readable} from 'node:stream';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import type {Block} from '#indexer/read/cut-blocks.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import {memoryPool, splitExtract} from '#indexer/read/split-extract.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {documentStart} from '#sample/sample-records.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {anExtract} from '../../helpers/extracts/files.ts';
import {aRecord, end, start} from './register-xml.ts';

const readBlock = (block: Block, head: Head | undefined) =>
  head ? recordReader(head, new RecordSlots()).readBlock(block) : [].values();

/** The places of all records in the items of an extract, read from a pipe, and how it ended. */
const ordinalsIn = async (content: string | Uint8Array, limit?: number) => {
  await using extract = await anExtract('-', {stdin: Readable.from([Buffer.from(content)])});
  const ordinals: number[] = [];
  try {
    const {head, items} = await splitExtract(extract, limit);
    for await (const item of items) {
      const records = 'records' in item ? item.records.values() : readBlock(item.block, head);
      for (const {ordinal} of records.take(('limit' in item && item.limit) || Infinity))
        ordinals.push(ordinal);
    }
    return {ordinals, error: undefined};
  } catch (error) {
    return {ordinals, error};
  }
};

/** Some 12 MB: three blocks. */
const records = someRecords(1300, 5);
const xml = extractXml(records);
const lines = Array.from({length: 1300}, (_, n) => `{"KoeretoejIdent":"${n + 1}"}`);
const tooLong = aRecord('2', `<ns:A>${'x'.repeat(5_000_000)}</ns:A>\n`);

const forms = {
  XML: xml,
  'gzip of XML': gzipSync(xml),
  NDJSON: `${lines.join('\n')}\n`,
  'a JSON array': `[${lines.join(',')}]`,
  'XML with a record too long to hold': start + tooLong + aRecord('3') + aRecord('4') + end,
};

for (const [form, content] of Object.entries(forms)) {
  test(`of ${form} exactly the first records are read when they are limited`, async t => {
    const {ordinals: all, error} = await ordinalsIn(content);
    t.is(error, undefined);
    for (const limit of [1, 2, 3, 499, 500, 501, 1000, all.length, all.length + 1]) {
      const {ordinals} = await ordinalsIn(content, limit);
      t.deepEqual(ordinals, all.slice(0, limit), `the first ${limit}`);
    }
  });
}

test('a limited import does not check what comes after its records', async t => {
  const cutOff = documentStart + records.join('').slice(0, -3000);
  const {ordinals, error} = await ordinalsIn(cutOff, 20);
  t.is(error, undefined);
  t.is(ordinals.length, 20);
  t.like(await ordinalsIn(cutOff, records.length), {error: {code: 'XmlTruncated'}});
  t.like(await ordinalsIn('{"KoeretoejIdent":"1"}\n{"Koer', 1), {error: undefined});
  const array = `[${lines.join(',\n'.padEnd(200))},{"Koer`;
  t.like(await ordinalsIn(array, 1), {error: undefined});
  t.like(await ordinalsIn(array, lines.length + 1), {error: {code: 'JsonTruncated'}});
});

test('a limited import of NDJSON waits for no more lines than it needs', async t => {
  const stdin = new Readable({read: () => {}});
  stdin.push(`${lines.slice(0, 40).join('\n')}\n`);
  await using extract = await anExtract('-', {stdin});
  const {items} = await splitExtract(extract, 40);
  let read = 0;
  for await (const item of items) if ('records' in item) read += item.records.length;
  t.is(read, 40);
});

test('memory that was given back is handed out again, unless it is of another kind', t => {
  const pool = memoryPool(16);
  const [first, second] = [pool.take(), pool.take()];
  t.is(first.byteLength, 16);
  t.not(first, second);
  for (const buffer of [first, new SharedArrayBuffer(32), new ArrayBuffer(16)]) pool.give(buffer);
  t.is(pool.take(), first);
  t.like(pool.take(), {byteLength: 16});
});
