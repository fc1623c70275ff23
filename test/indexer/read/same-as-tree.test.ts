import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {arbitraryRecord} from './arbitrary-record.ts';
import {headOf, listOf, registerHead, sample, sampleRecords} from './register-xml.ts';
import {comparedWithTrees} from './same-as-tree.ts';

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url));

for (const [name, content] of Object.entries({'sample-dmr': sample, 'register-quirks': quirks})) {
  test(`a batch of ${name} is what comes of its trees`, async t => {
    const head = await headOf(content);
    t.true(comparedWithTrees(head)(t, listOf(content, head)).documents.length > 10);
  });
}

for (const seed of [1, 2, 3]) {
  test(`batches of generated extract ${seed} are what comes of their trees`, t => {
    const xml = comparedWithTrees(registerHead);
    const records = someRecords(400, seed);
    for (let from = 0; from < records.length; from += 50) {
      xml(t, records.slice(from, from + 50).join(''), `from record ${from}`);
    }
    t.true(records.length >= 400);
  });
}

const namespace = 'http://skat.dk/dmr/2007/05/31/';
const prefixes = {
  'another prefix': ['dmr:', 'xmlns:dmr'],
  'a prefix of more than letters': ['d-m.r:', 'xmlns:d-m.r'],
  'the default namespace': ['', 'xmlns'],
} as const;

for (const [what, [prefix, xmlns]] of Object.entries(prefixes)) {
  test(`a batch of records with ${what} is what comes of its trees`, async t => {
    const root = `<${prefix}ESStatistikListeModtag_I ${xmlns}="${namespace}">`;
    const head = await headOf(`${root}<${prefix}StatistikSamling>`);
    const xml = sampleRecords.join('\n').replaceAll(/(?<=<\/?)ns:/g, prefix);
    t.true(comparedWithTrees(head)(t, xml).documents.length > 10);
  });
}

test('whatever register-like record there is, its batch is what comes of its trees', t => {
  const xml = comparedWithTrees(registerHead);
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryRecord(1), record => {
      accepted += xml(t, record).documents.length;
    }),
    {seed: 20_261_122, numRuns: 1500},
  );
  t.true(accepted > 1000, `${accepted} records were accepted`);
});

const record = Buffer.from(sampleRecords[3] ?? '');
const other = Buffer.from(sampleRecords[10] ?? '');

test('a record that is cut off is refused as its tree is, and the next one is not', t => {
  const xml = comparedWithTrees(registerHead);
  for (let length = 1; length < record.length; length++) {
    const {documents} = xml(t, record.subarray(0, length), `${length} bytes`);
    t.is(documents.length, 0);
    if (length % 5 > 0) continue;
    xml(t, Buffer.concat([record.subarray(0, length), other]), `${length} bytes, and another`);
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

const changed = test.macro({
  title: (_, what: string) => `a record with a byte changed to ${what} is read as its tree is`,
  exec(t, _what: string, record: Buffer, bytes: string) {
    const xml = comparedWithTrees(registerHead);
    let accepted = 0;
    for (let at = 0; at < record.length; at++) {
      for (const byte of Buffer.from(bytes, 'latin1')) {
        const damaged = Buffer.from(record);
        damaged[at] = byte;
        accepted += xml(t, damaged, `byte ${byte} at ${at}`).documents.length;
      }
    }
    t.true(accepted > record.length / 3, `${accepted} were accepted`);
  },
});

test(changed, 'one of markup', record, '</>& ');
test(changed, 'one of values', record, '"0.A');
test(changed, 'any of a kind', other, '</>&;]:! \t\r\n\0\x7fAa\xe6\xff?"\\-.05');
