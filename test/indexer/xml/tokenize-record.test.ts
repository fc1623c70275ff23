import {isUtf8} from 'node:buffer';
import test from 'ava';
import fc from 'fast-check';
import {parseRecord} from '#indexer/xml/parse-record.ts';
import {RecordTokenizer} from '#indexer/xml/tokenize-record.ts';
import {arbitraryRecord} from './arbitrary-record.ts';
import {registerHead, sampleRecords} from './register-xml.ts';

/** The parser's tree of a record; `undefined` when it rejects it. */
const parsed = (record: Buffer) => {
  try {
    return parseRecord(record.toString(), registerHead.namespaces);
  } catch {
    return undefined;
  }
};

const tokenizer = () => new RecordTokenizer('ns');

test('the tokenizer reads the records of the sample as the parser does', t => {
  const reader = tokenizer();
  for (const record of sampleRecords) {
    const bytes = Buffer.from(record);
    t.deepEqual(reader.tokenize(bytes), parsed(bytes));
  }
});

test('no truncation of a record is accepted', t => {
  const record = Buffer.from(sampleRecords[3] ?? '');
  const reader = tokenizer();
  for (let length = 0; length < record.length; length++) {
    const cut = record.subarray(0, length);
    t.is(reader.tokenize(cut), undefined);
  }
  for (let length = 0; length < record.length; length += 7) {
    t.is(parsed(record.subarray(0, length)), undefined);
  }
});

test('a changed byte never makes the tokenizer accept what the parser rejects', t => {
  const record = Buffer.from(sampleRecords[10] ?? '').toString();
  const reader = tokenizer();
  for (let at = 0; at < Buffer.byteLength(record); at++) {
    for (const byte of Buffer.from('<>/&;]:! \t\r\n\0\x7fAaæ?"')) {
      const changed = Buffer.from(record);
      changed[at] = byte;
      if (!isUtf8(changed)) continue;
      const tree = reader.tokenize(changed);
      if (tree !== undefined) t.deepEqual(tree, parsed(changed), `byte ${byte} at ${at}`);
    }
  }
});

test('whatever register-like record the tokenizer accepts, the parser reads the same', t => {
  const reader = tokenizer();
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryRecord, ({xml, tree}) => {
      const record = Buffer.from(xml);
      t.deepEqual(parsed(record), tree);
      const tokenized = reader.tokenize(record);
      if (tokenized === undefined) return;
      accepted++;
      t.deepEqual(tokenized, tree);
    }),
    {seed: 20261121, numRuns: 1500},
  );
  t.true(accepted > 150, `${accepted} records were plain enough`);
});

const leaves = test.macro({
  title: (_, what: string) => `the tokenizer leaves ${what} to the parser`,
  exec(t, _what: string, content: string) {
    t.is(tokenizer().tokenize(Buffer.from(`<ns:Statistik>${content}</ns:Statistik>`)), undefined);
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
test(leaves, 'a second root', '<ns:A>x</ns:A></ns:Statistik><ns:Statistik>');
test(
  leaves,
  'a name of more than 100 characters',
  `<ns:A${'a'.repeat(100)}>x</ns:A${'a'.repeat(100)}>`,
);
test(leaves, 'a Danish letter in a name', '<ns:Køretøj>x</ns:Køretøj>');

test('the tokenizer guesses anew when elements come in another order', t => {
  const reader = tokenizer();
  const read = (content: string) =>
    reader.tokenize(Buffer.from(`<ns:Statistik>${content}</ns:Statistik>`));
  const [a, b, nested] = ['<ns:A>1</ns:A>', '<ns:B>2</ns:B>', '<ns:A><ns:B>3</ns:B></ns:A>'];
  const tree = (members: object) => Object.assign(Object.create(null), members);
  t.deepEqual(read(a + b), tree({A: '1', B: '2'}));
  t.deepEqual(read(b + a), tree({A: '1', B: '2'}));
  t.deepEqual(read(a + nested + b), tree({A: ['1', tree({B: '3'})], B: '2'}));
  t.deepEqual(read(a + b), tree({A: '1', B: '2'}));
});
