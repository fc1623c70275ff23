import test from 'ava';
import {registerHead, sampleRecords} from './register-xml.ts';
import {comparedWithTrees} from './same-as-tree.ts';

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
