import {Readable} from 'node:stream';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {type Block, blockBytes, cutBlocks} from '#indexer/read/cut-blocks.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import {memoryPool, splitExtract} from '#indexer/read/split-extract.ts';
import {type Head, readHead} from '#indexer/read/xml-frame.ts';
import {documentStart} from '#sample/sample-records.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {anExtract} from '../../helpers/extracts/files.ts';
import {aRecord, collect, end, inChunks, start} from './register-xml.ts';

/** Blocks of 1,000 bytes, for records of at most 400. */
const cutSmall = (all: AsyncIterable<Uint8Array>, head: Head) =>
  cutBlocks(all, head, () => new ArrayBuffer(1000), 400);

const cut = async (content: string, chunk = 100) => {
  const {found: head, all} = await readHead(inChunks(content, chunk));
  const {items, error} = await collect(cutSmall(all, head));
  const blocks = items.flatMap(item => ('reason' in item ? [] : [item]));
  const rejects = items.flatMap(item => ('reason' in item ? [item] : []));
  return {blocks, rejects, error, texts: blocks.map(({bytes}) => Buffer.from(bytes).toString())};
};

const forty = Array.from({length: 40}, (_, n) => aRecord(String(1000 + n)));

const whole = aRecord('1000');

test('blocks end with records, hold all of them in order, and know their place', async t => {
  const content = start + forty.join('') + end;
  for (const chunk of [1, 33, 1000, 100_000]) {
    const {texts, blocks, error} = await cut(content, chunk);
    t.is(error, undefined);
    t.true(texts.every(text => text.endsWith('</ns:Statistik>')));
    t.true(content.includes(texts.join('')));
    t.is(texts.join('').match(/<ns:Statistik>/g)?.length, 40);
    for (const [index, {offset}] of blocks.entries()) {
      t.is(content.indexOf(texts[index] ?? '?'), offset);
    }
  }
});

test('a block has memory of its own, which can be given away while the next is cut', async t => {
  const {found: head, all} = await readHead(inChunks(start + forty.join('') + end));
  let length = 0;
  for await (const item of cutSmall(all, head)) {
    if ('reason' in item) continue;
    length += structuredClone(item.bytes, {transfer: [item.bytes.buffer as ArrayBuffer]}).length;
  }
  t.is(length, forty.join('').trimEnd().length + 1);
});

test('an extract without records has no blocks and is whole', async t => {
  t.like(await cut(start + end), {blocks: [], rejects: [], error: undefined});
  const empty = start.replace('<ns:StatistikSamling>', '<ns:StatistikSamling/>');
  t.like(await cut(`${empty}</ns:ESStatistikListeModtag_I>`), {blocks: [], error: undefined});
});

test('white space, comments and instructions may stand around the end tags', async t => {
  const ending = end.replaceAll('\n', '\n<!-- > --><?a b?>\n').replaceAll('I>', 'I \n>');
  t.is((await cut(start + whole + ending)).error, undefined);
});

test('what only begins a comment or an instruction, again and again, is refused at the end', async t => {
  for (const part of ['<?', '<!--', '<?a?>x']) {
    const ending = end.replace('\n', part.repeat(1_000_000 / part.length));
    const {found: head, all} = await readHead(inChunks(start + whole + ending, 100_000));
    const {error} = await collect(cutBlocks(all, head, () => new ArrayBuffer(blockBytes)));
    t.like(error, {code: 'XmlTruncated'});
  }
});

const refuses = test.macro({
  title: (_, what: string) => `an extract is refused that ${what}`,
  async exec(t, _what: string, content: string, code: string, message: RegExp) {
    const {error, texts} = await cut(start + content);
    t.like(error, {name: 'ExtractRefused', code});
    t.regex(String(error), message);
    t.is(texts.length, 1, 'what was whole is still read');
  },
});

const half = whole.slice(0, 60);
test(refuses, 'ends inside a record', whole + half, 'XmlTruncated', /ends inside a record/);
test(refuses, 'ends after a record', whole, 'XmlTruncated', /without the end tags of ns:Stati/);
test(refuses, 'ends inside its end tags', whole + end.slice(0, 9), 'XmlTruncated', /without/);
test(refuses, 'misses the last end tag', whole + end.slice(0, 30), 'XmlTruncated', /without/);
test(refuses, 'continues after its end', `${whole}${end}<a/>`, 'XmlTrailing', /continues after/);
test(refuses, 'continues with another', whole + end + start, 'XmlTrailing', /continues after/);

test('every truncation of an extract is refused', async t => {
  const content = (whole + end).trimEnd();
  for (let length = 0; length < content.length; length++) {
    t.like((await cut(start + content.slice(0, length))).error, {code: 'XmlTruncated'});
  }
});

const tooLong = (bytes: number) => aRecord('2', `<ns:A>${'x'.repeat(bytes)}</ns:A>\n`);

test('a record too long to hold is rejected alone', async t => {
  for (const chunk of [7, 500, 100_000]) {
    for (const bytes of [1500, 5000, 20_000]) {
      const content = start + aRecord('1') + tooLong(bytes) + aRecord('3') + end;
      const {texts, rejects, error} = await cut(content, chunk);
      t.is(error, undefined);
      t.regex(
        texts.join(''),
        /^\s*<ns:Statistik>\s*<ns:K\w+>1<[^2]*>3<\/ns:K\w+>\s*<\/ns:Statistik>$/,
      );
      t.is(texts.join('').match(/<\/ns:Statistik>/g)?.length, 2);
      t.like(rejects, [{reason: 'TooLarge'}]);
      t.is(content.slice(rejects[0]?.ordinal).trimStart().indexOf('<ns:Statistik>'), 0);
    }
  }
});

test('a record too long that lost its end tag does not take the next one with it', async t => {
  const lost = tooLong(5000).replace('</ns:Statistik>', '');
  const {texts, rejects} = await cut(start + lost + aRecord('3') + end);
  t.regex(texts.join(''), />3</);
  t.like(rejects, [{reason: 'TooLarge'}]);
  const last = await cut(start + aRecord('1') + lost + end);
  t.is(last.error, undefined);
  t.like(last.rejects, [{reason: 'TooLarge'}]);
});

test('an extract that ends inside a record too long to hold is refused for that', async t => {
  const {error} = await cut(start + tooLong(5000).slice(0, 4000));
  t.like(error, {code: 'XmlTruncated'});
  t.regex(String(error), /ends inside a record/);
});

test('the last record is rejected alone when it lost its end tag', async t => {
  const {rejects, error} = await cut(start + whole + whole.replace('</ns:Statistik>', '') + end);
  t.is(error, undefined);
  t.like(rejects, [{reason: 'MalformedXml'}]);
});

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

/** Some 5 MB: two blocks. */
const records = someRecords(600, 5);
const xml = extractXml(records);
const lines = Array.from({length: 600}, (_, n) => `{"KoeretoejIdent":"${n + 1}"}`);

const forms = {
  XML: xml,
  'gzip of XML': gzipSync(xml),
  NDJSON: `${lines.join('\n')}\n`,
  'a JSON array': `[${lines.join(',')}]`,
  'XML with a record too long to hold':
    start + tooLong(5_000_000) + aRecord('3') + aRecord('4') + end,
};

for (const [form, content] of Object.entries(forms)) {
  test(`of ${form} exactly the first records are read when they are limited`, async t => {
    const {ordinals: all, error} = await ordinalsIn(content);
    t.is(error, undefined);
    for (const limit of [1, 2, 3, 499, 500, 501, all.length, all.length + 1]) {
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
