import test from 'ava';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import {RecordTokenizer} from '#indexer/read/tokenize-record.ts';
import {sampleRecords} from './register-xml.ts';

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
test(
  leaves,
  'a name of more than 100 characters',
  `<ns:A${'a'.repeat(100)}>x</ns:A${'a'.repeat(100)}>`,
);
test(leaves, 'a Danish letter in a name', '<ns:Køretøj>x</ns:Køretøj>');

test(leaves, 'a record in a record', '<ns:A><ns:Statistik>x</ns:Statistik></ns:A>');
