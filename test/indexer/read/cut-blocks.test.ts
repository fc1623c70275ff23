import test from 'ava';
import {blockBytes, cutBlocks} from '#indexer/read/cut-blocks.ts';
import {type Head, readHead} from '#indexer/read/xml-frame.ts';
import {aRecord, collect, end, inChunks, start} from './register-xml.ts';

/** Blocks of 1,000 bytes, for records of at most 400. */
const cutSmall = (all: AsyncIterable<Uint8Array>, head: Head) =>
  cutBlocks(all, head, () => new ArrayBuffer(1000), 400);

const cut = async (content: string, {chunk = 100} = {}) => {
  const {found: head, all} = await readHead(inChunks(content, chunk));
  const {items, error} = await collect(cutSmall(all, head));
  const blocks = items.flatMap(item => ('reason' in item ? [] : [item]));
  const rejects = items.flatMap(item => ('reason' in item ? [item] : []));
  return {blocks, rejects, error, texts: blocks.map(({bytes}) => Buffer.from(bytes).toString())};
};

const records = Array.from({length: 40}, (_, n) => aRecord(String(1000 + n)));

test('blocks end with records, hold all of them in order, and know their place', async t => {
  const content = start + records.join('') + end;
  for (const chunk of [1, 33, 1000, 100_000]) {
    const {texts, blocks, error} = await cut(content, {chunk});
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
  const {found: head, all} = await readHead(inChunks(start + records.join('') + end));
  let length = 0;
  for await (const item of cutSmall(all, head)) {
    if ('reason' in item) continue;
    length += structuredClone(item.bytes, {transfer: [item.bytes.buffer as ArrayBuffer]}).length;
  }
  t.is(length, records.join('').trimEnd().length + 1);
});

test('an extract without records has no blocks and is whole', async t => {
  t.like(await cut(start + end), {blocks: [], rejects: [], error: undefined});
  const empty = start.replace('<ns:StatistikSamling>', '<ns:StatistikSamling/>');
  t.like(await cut(`${empty}</ns:ESStatistikListeModtag_I>`), {blocks: [], error: undefined});
});

test('white space, comments and instructions may stand around the end tags', async t => {
  const ending = end.replaceAll('\n', '\n<!-- > --><?a b?>\n').replaceAll('I>', 'I \n>');
  t.is((await cut(start + records[0] + ending)).error, undefined);
});

test('what only begins a comment or an instruction, again and again, is refused at the end', async t => {
  for (const part of ['<?', '<!--', '<?a?>x']) {
    const ending = end.replace('\n', part.repeat(3_000_000 / part.length));
    const {found: head, all} = await readHead(inChunks(start + records[0] + ending, 100_000));
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

const whole = records[0] ?? '';
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
      const {texts, rejects, error} = await cut(content, {chunk});
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
