import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {takeFirst} from '#indexer/document/references.ts';
import type {Block} from '#indexer/read/cut-blocks.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import {parseRecord} from '#indexer/read/parse-record.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {nextRecord, strayRecords} from '#indexer/read/record-tags.ts';
import {
  maxRecordBytes,
  notUtf8,
  type ReadRecord,
  RecordRejected,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from '#indexer/read/source-record.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {documentsIn} from '../../helpers/extracts/prepared-trees.ts';
import {arbitraryRecord} from './arbitrary-record.ts';
import {headOf, listOf, registerHead, sample, sampleRecords} from './register-xml.ts';

const readRecord = (record: Buffer, ordinal: number, {namespaces}: Head): SourceRecord => {
  try {
    if (record.length > maxRecordBytes) throw tooLarge(maxRecordBytes);
    if (!isUtf8(record)) throw notUtf8();
    return {ordinal, tree: parseRecord(record.toString('utf8'), namespaces)};
  } catch (error) {
    if (error instanceof RecordRejected) return rejectedRecord(ordinal, error, record);
    throw error;
  }
};

/** The records of a block as trees, each read by the parser for the whole of XML. */
function* treesIn({bytes, offset}: Block, head: Head): Generator<SourceRecord> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = block.toString('latin1');
  let from = 0;
  for (let next = nextRecord(text, 0); next; next = nextRecord(text, from)) {
    const {start, end} = next;
    yield* strayRecords(block.subarray(from, start), offset + from);
    if (start < end) yield readRecord(block.subarray(start, end), offset + start, head);
    from = end;
  }
  yield* strayRecords(block.subarray(from), offset + from);
}

/** Makes batches, and says of each all that an import learns from its records but for hash and number of their bytes. */
const maker = () => {
  const {slots, sightings, prepare} = batchPreparer('2026-11-15');
  const make = (records: Iterable<ReadRecord>) => {
    const {body, ends, rows, ...noticed} = prepare(records, new ArrayBuffer(4096));
    const {hashes: _, lengths: __, ...known} = rows;
    const documents = documentsIn({body, ends});
    const entries = takeFirst(sightings, Number.POSITIVE_INFINITY);
    return {documents, ...noticed, rows: known, sightings: entries};
  };
  return {slots, make};
};

/**
 * Reads XML as the import does, block after block, and requires of each what comes of the same records if each is
 * read as a tree, by the parser for the whole of XML.
 */
const comparedWithTrees = (head: Head) => {
  const [tokenized, parsed] = [maker(), maker()];
  const {readBlock} = recordReader(head, tokenized.slots);
  return (t: ExecutionContext, xml: string | Uint8Array, message?: string) => {
    const block = {bytes: new Uint8Array(Buffer.from(xml as string)), offset: 0};
    const made = tokenized.make(readBlock(block));
    const expected = parsed.make(fillEach(parsed.slots, treesIn(block, head)));
    // Telling the difference takes longer than finding that there is none.
    if (!isDeepStrictEqual(made, expected)) t.deepEqual(made, expected, message);
    return expected;
  };
};

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url));

/** The sample with another prefix than `ns:`, or with none. */
const withPrefix = (prefix: string, declaration: string) =>
  Buffer.from(`${sample}`.replaceAll(/(?<=<\/?)ns:/g, prefix).replace('xmlns:ns=', declaration));

const forms = {
  'the sample': sample,
  'records with quirks': quirks,
  'records with another prefix': withPrefix('dmr:', 'xmlns:dmr='),
  'records with a prefix of more than letters': withPrefix('d-m.r:', 'xmlns:d-m.r='),
  'records with the default namespace': withPrefix('', 'xmlns='),
};

for (const [form, content] of Object.entries(forms)) {
  test(`a batch of ${form} is what comes of its trees`, async t => {
    const head = await headOf(content);
    t.true(comparedWithTrees(head)(t, listOf(content, head)).documents.length > 10);
  });
}

test('batches of a generated extract are what comes of their trees', t => {
  const xml = comparedWithTrees(registerHead);
  const records = someRecords(600);
  for (let from = 0; from < records.length; from += 50) {
    xml(t, records.slice(from, from + 50).join(''), `from record ${from}`);
  }
  t.true(records.length >= 600);
});

test('whatever register-like record there is, its batch is what comes of its trees', t => {
  const xml = comparedWithTrees(registerHead);
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryRecord(1), record => {
      accepted += xml(t, record).documents.length;
    }),
    {seed: 20_261_122, numRuns: 1000},
  );
  t.true(accepted > 650, `${accepted} records were accepted`);
});

const longName = `A${'a'.repeat(100)}`;

/** By what is in a record that the register would not write. */
const unusual: Readonly<Record<string, string>> = {
  'an attribute': '<ns:A b="1">x</ns:A>',
  'a comment': '<ns:A>x<!-- y --></ns:A>',
  'a CDATA section': '<ns:A><![CDATA[x]]></ns:A>',
  'a numeric reference': '<ns:A>&#65;</ns:A>',
  'an unknown entity': '<ns:A>&x;</ns:A>',
  'a bare ampersand': '<ns:A>a & b</ns:A>',
  'the end of a CDATA section in text': '<ns:A>]]></ns:A>',
  'a control character': '<ns:A>\u0001</ns:A>',
  'a carriage return': '<ns:A>a\r\nb</ns:A>',
  'a non-character': '<ns:A>\uffff</ns:A>',
  'another prefix': '<a:A>x</a:A>',
  'text beside elements': '<ns:A>x<ns:B>y</ns:B></ns:A>',
  'elements that overlap': '<ns:A><ns:B>x</ns:A></ns:B>',
  'a name of more than 100 characters': `<ns:${longName}>x</ns:${longName}>`,
  'a Danish letter in a name': '<ns:Køretøj>x</ns:Køretøj>',
  'a record in a record': '<ns:A><ns:Statistik>x</ns:Statistik></ns:A>',
};

for (const [what, content] of Object.entries(unusual)) {
  test(`a record with ${what} is read as its tree is`, t => {
    const record = `<ns:Statistik><ns:KoeretoejIdent>1</ns:KoeretoejIdent>${content}</ns:Statistik>`;
    comparedWithTrees(registerHead)(t, record + sampleRecords[3]);
    t.pass();
  });
}

const records = [
  ...sampleRecords,
  ...(quirks.toString().match(/<ns:Statistik>[\s\S]*?<\/ns:Statistik>/g) ?? []),
];

const names = [...new Set(records.join('').match(/(?<=<ns:)(?!Statistik>)\w+(?=>)/g))];

/** Values at the edges of what the readers take. */
const texts = [
  ['0', '0.0', '-0', '-1', '1', '2.50', '007', '1e3', '4.7E-4', '0.00000012', '1.', '.5', '1.2.3'],
  ['0.30000000000000004', '12345678.1234567890', '123456789012345678.5', '5000', '5001', '0x10'],
  ['999999999999999999', '9223372036854775807', '9223372036854775808', '2027', '2028', '1885'],
  ['-', '', ' ', '  x ', '\n', '\t', ' å', 'å ', '\u00a0x', 'x\u2003', '½', 'x½', '🚗', 'a\u2028b'],
  ['a&amp;b', '&lt;', '"q"', '\\', 'a]b', 'x]]', '&#65;', '&x;', '<![CDATA[x]]>', '<!-- c -->x'],
  ['true', 'false', 'El', 'Brint', 'Benzin', 'Registreret', 'PeriodiskSyn', 'constructor', '1\r\n'],
  ['2020-02-29', '2019-02-29', '2020-02-30+01:00', '2020-13-01', '1885-01-01', '2028-01-01'],
  ['2020-03-12T10:21:15.000+01:00', '2020-03-12T10:21:15', '2020-03-12T24:21:15.000+01:00'],
  ['2020-03-12T10:21:15.000+14:00', '2020-03-12T10:21:15.000+13:60', '2020-03-12Z'],
  ['2020-03-12+1:00', 'ab12345', 'AB 12-345', 'AB12345678901', '\uffff', '\uFEFFz'],
].flat();

/** What may stand between two lines of a record. */
const foreign = [
  ['<ns:Ny>x</ns:Ny>', '<ns:Ny><ns:A>1</ns:A></ns:Ny>', '<ns:Ny/>', '<ns:Statistik>', 'text'],
  ['<o:A xmlns:o="x">1</o:A>', '<ns:A x="1">2</ns:A>', '<!-- c -->', '\r'],
  ['<ns:EjerBrugerSamling><ns:X><ns:Y>1</ns:Y></ns:X></ns:EjerBrugerSamling>'],
].flat();

/** What is done to the lines of a record, beginning at one of them. */
type Edit = (lines: string[], at: number) => void;

/** The lines of the element that starts at a line. */
const elementAt = (lines: readonly string[], at: number): readonly string[] => {
  const tag = /^( *)<ns:(\w+)>$/.exec(lines[at] ?? '');
  if (!tag) return lines.slice(at, at + 1);
  const end = lines.indexOf(`${tag[1]}</ns:${tag[2]}>`, at);
  return lines.slice(at, end === -1 ? at + 1 : end + 1);
};

const textOf = fc.constantFrom(...texts);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: textOf.map<Edit>(text => (lines, at) => {
      lines[at] = (lines[at] ?? '').replace(/>[^<]*</, () => `>${text}<`);
    }),
  },
  // An element is gone, there twice, or somewhere else.
  fc.constant<Edit>((lines, at) => lines.splice(at, elementAt(lines, at).length)),
  fc.constant<Edit>((lines, at) => lines.splice(at, 0, ...elementAt(lines, at))),
  fc.nat(200).map<Edit>(to => (lines, at) => {
    const moved = lines.splice(at, elementAt(lines, at).length);
    lines.splice(1 + (to % (lines.length - 1)), 0, ...moved);
  }),
  // It has another name, or another content.
  fc.constantFrom(...names, 'Ny', 'A').map<Edit>(name => (lines, at) => {
    lines[at] = (lines[at] ?? '').replaceAll(/(?<=ns:)\w+(?=>)/g, name);
  }),
  fc.constantFrom('></$1>', '/>', '> </$1>', '>x</$1>').map<Edit>(content => (lines, at) => {
    const element = elementAt(lines, at);
    const start = (element[0] ?? '').replace(/<(ns:\w+)>.*$/, `<$1${content}`);
    lines.splice(at, element.length, start, ...(at % 2 ? element : []));
  }),
  fc.constantFrom(...foreign).map<Edit>(line => (lines, at) => lines.splice(at, 0, line)),
);

const edited = fc
  .tuple(
    fc.constantFrom(...records),
    fc.array(fc.tuple(edit, fc.nat(300)), {minLength: 1, maxLength: 4}),
  )
  .map(([record, edits]) => {
    const lines = record.split('\n');
    for (const [apply, at] of edits)
      if (lines.length > 2) apply(lines, 1 + (at % (lines.length - 2)));
    return lines.join('\n');
  });

test('a record that was edited at random is read as its tree is', t => {
  const xml = comparedWithTrees(registerHead);
  let accepted = 0;
  fc.assert(
    fc.property(edited, fc.constantFrom('', '\n', 'x', '<!-- c -->'), (record, between) => {
      accepted += xml(t, record + between + (records[0] ?? '')).documents.length;
    }),
    {seed: 20_261_122, numRuns: 800},
  );
  t.true(accepted > 1200, `${accepted} records were accepted`);
});

test('a record whose elements are in reverse order is read as its tree is', t => {
  const reversed = (lines: readonly string[]): string[] => {
    const elements: string[][] = [];
    for (let at = 0; at < lines.length; at += elements.at(-1)?.length ?? 1) {
      elements.push([...elementAt(lines, at)]);
    }
    return elements.toReversed().flatMap(element => {
      const [first = '', ...rest] = element;
      const last = rest.pop();
      return last === undefined ? [first] : [first, ...reversed(rest), last];
    });
  };
  const xml = comparedWithTrees(registerHead);
  for (const record of records) {
    const [first = '', ...rest] = record.split('\n');
    const last = rest.pop() ?? '';
    const turned = [first, ...reversed(rest), last].join('\n');
    t.is(turned.length, record.length);
    t.is(xml(t, turned + record + turned).documents.length, 1);
  }
});

const [permits = ''] =
  /<ns:TilladelseSamling>[\s\S]*<\/ns:TilladelseSamling>/.exec(sampleRecords[3] ?? '') ?? [];
const short = sampleRecords[10] ?? '';
/** A short one, with a list. */
const record = Buffer.from(short.replace('</ns:Statistik>', `${permits}</ns:Statistik>`));

test('a record that is cut off is refused as its tree is, and the next one is not', t => {
  const xml = comparedWithTrees(registerHead);
  for (let length = 1; length < record.length; length++) {
    const {documents} = xml(t, record.subarray(0, length), `${length} bytes`);
    t.is(documents.length, 0);
    if (length % 5 > 0) continue;
    xml(
      t,
      Buffer.concat([record.subarray(0, length), Buffer.from(short)]),
      `${length} bytes, and another`,
    );
  }
});

test('a record that turns out odd in the middle of a list leaves nothing behind for the next', t => {
  const item = (name: string, more = '') =>
    '<ns:KoeretoejUdstyrStruktur><ns:KoeretoejUdstyrTypeStruktur>' +
    `<ns:KoeretoejUdstyrTypeNavn>${name}</ns:KoeretoejUdstyrTypeNavn>${more}` +
    '</ns:KoeretoejUdstyrTypeStruktur></ns:KoeretoejUdstyrStruktur>';
  const withItems = (ident: number, ...items: readonly string[]) =>
    `<ns:Statistik><ns:KoeretoejIdent>${ident}</ns:KoeretoejIdent>` +
    '<ns:KoeretoejOplysningGrundStruktur><ns:KoeretoejUdstyrSamlingStruktur>' +
    `<ns:KoeretoejUdstyrSamling>${items.join('')}</ns:KoeretoejUdstyrSamling>` +
    '</ns:KoeretoejUdstyrSamlingStruktur></ns:KoeretoejOplysningGrundStruktur></ns:Statistik>';
  const xml = comparedWithTrees(registerHead);
  for (const odd of ['<!-- -->', '<ns:A/><!-- -->', '<ns:A></ns:A><ns:A>&x;</ns:A>']) {
    const records = [
      withItems(1, item('a'), item('b'), item('c', odd)),
      withItems(2, item('d')),
      withItems(3, item('e'), item('f'), item('g')),
    ];
    const {documents} = xml(t, records.join(''));
    t.is(documents.at(-1)?.technicalDetails.equipment?.length, 3);
  }
});

/** Bytes of markup and of values, and such as mean something to one reader alone. */
const telling = Buffer.from('</>&;]:! \t\r\n\0\x7fAa\xe6\xff?"\\-.05', 'latin1');

test('a record with a changed byte is read as its tree is', t => {
  const xml = comparedWithTrees(registerHead);
  let accepted = 0;
  for (let at = 0; at < record.length; at++) {
    // Each byte at every fourth place: those of tags are alike.
    for (let n = at % 4; n < telling.length; n += 4) {
      const damaged = Buffer.from(record);
      damaged[at] = telling[n] ?? 0;
      accepted += xml(t, damaged, `byte ${telling[n]} at ${at}`).documents.length;
    }
  }
  t.true(accepted > record.length / 2, `${accepted} were accepted`);
});
