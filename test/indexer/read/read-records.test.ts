import test from 'ava';
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
    const items = read(aRecord('1') + part.repeat(3_000_000 / part.length) + aRecord('3'));
    t.like(items[0], {id: '1'});
    t.like(items.at(-1), {id: '3'});
    t.true(items.length <= 3);
    // In quadratic time it took ten minutes.
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

const leaves = test.macro({
  title: (_, what: string) => `the tokenizer leaves ${what} to the parser`,
  exec(t, _what: string, content: string) {
    t.is(endOf(`<ns:Statistik>${content}</ns:Statistik>`), -1);
  },
});

test(leaves, 'an attribute', '<ns:A b="1">x</ns:A>');
test(leaves, 'a comment', '<ns:A>x<!-- y --></ns:A>');
test(leaves, 'a CDATA section', '<ns:A><![CDATA[x]]></ns:A>');
test(leaves, 'a numeric reference', '<ns:A>&#65;</ns:A>');
test(leaves, 'an unknown entity', '<ns:A>&x;</ns:A>');
test(leaves, 'a bare ampersand', '<ns:A>a & b</ns:A>');
test(leaves, 'the end of a CDATA section in text', '<ns:A>]]></ns:A>');
test(leaves, 'a control character', '<ns:A>\u0001</ns:A>');
test(leaves, 'a carriage return', '<ns:A>a\r\nb</ns:A>');
test(leaves, 'a non-character', '<ns:A>\uffff</ns:A>');
test(leaves, 'another prefix', '<a:A>x</a:A>');
test(leaves, 'text beside elements', '<ns:A>x<ns:B>y</ns:B></ns:A>');
test(leaves, 'elements that overlap', '<ns:A><ns:B>x</ns:A></ns:B>');
const longName = `ns:A${'a'.repeat(100)}`;
test(leaves, 'a name of more than 100 characters', `<${longName}>x</${longName}>`);
test(leaves, 'a Danish letter in a name', '<ns:Køretøj>x</ns:Køretøj>');

test(leaves, 'a record in a record', '<ns:A><ns:Statistik>x</ns:Statistik></ns:A>');
