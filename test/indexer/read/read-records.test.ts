import test from 'ava';
import {parseRecord} from '#indexer/read/parse-record.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {RecordSlots, textAt} from '#indexer/read/record-slots.ts';
import {slotAt} from '#indexer/read/register-elements.ts';
import {RecordTokenizer} from '#indexer/read/tokenize-record.ts';
import {
  aRecord,
  end,
  headOf,
  listOf,
  registerHead,
  sample,
  sampleRecords,
  start,
} from './register-xml.ts';

const read = (text: string | Uint8Array, offset = 0, head = registerHead) => {
  const slots = new RecordSlots();
  const records = recordReader(head, slots).readBlock({
    bytes: new Uint8Array(Buffer.from(text)),
    offset,
  });
  return Array.from(records, record =>
    'reason' in record
      ? {ordinal: record.ordinal, reason: record.reason}
      : {ordinal: record.ordinal, id: textAt(slots, slotAt('KoeretoejIdent'))},
  );
};

test('the sample has 13 records, each at its place', async t => {
  const head = await headOf(sample);
  const records = read(listOf(sample, head), head.length);
  t.is(records.length, 13);
  t.deepEqual(
    records.map(({ordinal}) => ordinal),
    sampleRecords.map(record => sample.indexOf(record)),
  );
  t.is(records[0]?.id, '9000000009000001');
});

test('an encoded surrogate, an overlong form and a bare continuation are not UTF-8', t => {
  for (const bytes of ['\xed\xa0\x80', '\xc0\xaf', '\x80', '\xf4\x90\x80\x80']) {
    t.like(read(Buffer.from(aRecord(bytes), 'latin1')), [{reason: 'NotUtf8'}]);
  }
});

const unended = aRecord('2').replace('</ns:Statistik>', '');

test('a list of records that ends before its last record refuses the extract', t => {
  const refusal = {name: 'ExtractRefused', code: 'XmlTrailing'};
  t.throws(() => read(aRecord('1') + end + start + aRecord('2')), refusal);
  t.throws(() => read(aRecord('1') + end + aRecord('2')), refusal);
  t.throws(() => read(aRecord('1') + unended + end + start + aRecord('2')), refusal);
});

test('text between records is a reject, comments and instructions are not', t => {
  const comment = '<!-- <ns:Statistik> --><?a b?>\n';
  t.like(read(aRecord('1') + comment + aRecord('3')), [{id: '1'}, {id: '3'}]);
  t.like(read(`${aRecord('1')} x ${aRecord('3')}`), [
    {id: '1'},
    {reason: 'MalformedXml'},
    {id: '3'},
  ]);
});

for (const part of ['<?', '<!--', '<!-', '<ns:', '<!-- -', '<?a?>', '<!---->', ':Statistik']) {
  test(`${part} again and again between two records is one reject at most`, t => {
    const startedAt = performance.now();
    const items = read(aRecord('1') + part.repeat(1_000_000 / part.length) + aRecord('3'));
    t.like(items[0], {id: '1'});
    t.like(items.at(-1), {id: '3'});
    t.true(items.length <= 3);
    // In quadratic time it took a minute.
    t.true(performance.now() - startedAt < 10_000);
  });
}

/** Where the record at the start of `xml` ends; -1 if the tokenizer leaves it to the parser. */
const endOf = (xml: string): number => {
  const slots = new RecordSlots();
  slots.readFrom(Buffer.from(xml));
  return new RecordTokenizer('ns', slots).tokenize(0);
};

test('the tokenizer reads every record of the sample, up to its end', t => {
  t.true(sampleRecords.length > 10);
  for (const record of sampleRecords) {
    t.is(endOf(`${record}\n<ns:Statistik>`), Buffer.byteLength(record));
  }
});

test('the tokenizer reads empty elements, and texts with entities and line feeds', t => {
  const record =
    '<ns:Statistik><ns:A/>\n\t<ns:B></ns:B><ns:C>a &amp;\n&lt;b></ns:C></ns:Statistik>';
  t.is(endOf(record), record.length);
});

const parse = (content: string) =>
  parseRecord(`<ns:Statistik>${content}</ns:Statistik>`, registerHead.namespaces);

const parses = test.macro({
  title: (_, what: string) => `the parser reads ${what}`,
  exec(t, _what: string, content: string, expected: object) {
    t.deepEqual(JSON.parse(JSON.stringify(parse(content))), expected);
  },
});

test(parses, 'an element', '<ns:A>1</ns:A>', {A: '1'});
test(parses, 'a repeated element as a list', '<ns:A>1</ns:A><ns:A>2</ns:A>', {A: ['1', '2']});
test(parses, 'empty elements as absent', '<ns:A/><ns:B></ns:B><ns:C><ns:D/></ns:C>', {});
test(parses, 'text as it is', '<ns:A> a\n b </ns:A>', {A: ' a\n b '});
test(parses, 'CDATA and references', '<ns:A><![CDATA[<]]>&amp;<!-- -->&#230;</ns:A>', {A: '<&æ'});
test(parses, 'no attributes', '<ns:A b="c">1</ns:A>', {A: '1'});
test(parses, 'no foreign elements', '<o:A xmlns:o="urn:o">1</o:A><ns:A>2</ns:A>', {A: '2'});

test('a record whose elements have the names of built-in members is read as any other', t => {
  const prototype = '<ns:__proto__><ns:A>1</ns:A></ns:__proto__>';
  const tree = parse(`${prototype}<ns:constructor>2</ns:constructor>`);
  t.deepEqual(Object.keys(tree), ['__proto__', 'constructor']);
  t.false('A' in {});
});

test('elements 32 deep are read, and not one deeper', t => {
  const nested = (depth: number) => '<ns:A>'.repeat(depth) + '</ns:A>'.repeat(depth);
  t.notThrows(() => parse(nested(31)));
  t.throws(() => parse(nested(32)), {name: 'RecordRejected', message: /deeper than 32/});
});

test('what the parser says of a broken record holds nothing of its content', t => {
  const error = t.throws(() => parse('<ns:A>x</ns:A><Hansen>010170</ns:B>'));
  t.regex(error?.message ?? '', /^unexpected close/);
  t.notRegex(error?.message ?? '', /Hansen|010170|ns:B/);
});
