import test, {type ExecutionContext} from 'ava';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

const mebibyte = 1024 ** 2;
const bombBytes = 256 * mebibyte;
/** A gigabyte, of which a tenth may be held. */
const long = {length: 1e9, atMost: 100 * mebibyte};

/** So many bytes of `part` again and again between two texts, made while they are read. */
async function* bombOf(opening: string, part: string, ending: string, length: number) {
  yield Buffer.from(opening);
  const chunk = Buffer.from(part.repeat(Math.ceil(mebibyte / 4 / part.length)));
  for (let bytes = 0; bytes < length; bytes += chunk.length) yield new Uint8Array(chunk);
  yield Buffer.from(ending);
}

const held = () => {
  const {heapUsed, arrayBuffers} = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** What is made of a bomb, and that memory stayed flat meanwhile. */
const read = async (
  t: ExecutionContext,
  opening: string,
  part: string,
  ending = '',
  {length, atMost} = {length: bombBytes, atMost: 128 * mebibyte},
) => {
  const heldBefore = held();
  let most = 0;
  async function* watched() {
    for await (const chunk of bombOf(opening, part, ending, length)) {
      most = Math.max(most, held() - heldBefore);
      yield chunk;
    }
  }
  const outcome = await preparedFrom(watched()).catch(error => error);
  t.true(most < atMost, `${most} bytes were held`);
  return outcome;
};

const isOneReject = test.macro({
  title: (_, what: string) => `${what} without end in a record reject it alone, with flat memory`,
  async exec(t, _what: string, before: string, part: string, after: string) {
    const record = '<ns:Statistik><ns:KoeretoejIdent>2</ns:KoeretoejIdent>';
    const opening = start + aRecord('1') + record + before;
    const ending = `${after}</ns:Statistik>${aRecord('3')}${end}`;
    const {vehicles, rejects} = await read(t, opening, part, ending);
    t.like(vehicles, [{vehicle: {id: '1'}}, {vehicle: {id: '3'}}]);
    t.like(rejects, [{reason: 'TooLarge', ident: '2'}]);
    t.is(rejects.length, 1);
  },
});

test.serial(isOneReject, 'nested elements', '', '<ns:A>', '');
test.serial(isOneReject, 'attributes', '<ns:A ', 'a="b" ', '/>');
test.serial(isOneReject, 'entities', '<ns:A>', '&a;', '</ns:A>');
test.serial(isOneReject, 'character references', '<ns:A>', '&#65;', '</ns:A>');
test.serial(isOneReject, 'CDATA sections', '<ns:A>', '<![CDATA[a]]>', '</ns:A>');
test.serial(isOneReject, 'beginnings of comments', '', '<!--', '');
test.serial(isOneReject, 'beginnings of instructions', '', '<?', '');
test.serial(isOneReject, 'beginnings of records', '', '<ns:Statistik', '');

const refuses = test.macro({
  title: (_, what: string) => `${what} without end refuse the extract, with flat memory`,
  async exec(t, _what: string, before: string, part: string, code = 'XmlHead') {
    t.like(await read(t, before, part), {name: 'ExtractRefused', code});
  },
});

const [declaration = '', root = ''] = start.split('\n');
test.serial(refuses, 'definitions of entities', '<!DOCTYPE a [', '<!ENTITY a "b">');
test.serial(
  refuses,
  'definitions of entities of entities',
  '<!DOCTYPE a [<!ENTITY a "b">]>',
  '<!DOCTYPE a [<!ENTITY a "&a;&a;">]>',
  'XmlDoctype',
);
test.serial(refuses, 'attributes of the root', root.replace('>', ' '), 'a="b" ');
test.serial(refuses, 'namespaces of the root', root.replace('>', ' '), 'xmlns:a="b" ');
test.serial(refuses, 'elements before the list', declaration + root, '<ns:A>');
test.serial(refuses, 'instructions before the root', declaration, '<?a b?>');
test.serial(
  refuses,
  'elements after the list',
  start + aRecord('1') + end,
  '<ns:A>',
  'XmlTruncated',
);
test.serial(refuses, 'comments that never end', `${start}<!--`, 'a', 'XmlTruncated');

const readsFlat = test.macro({
  title: (_, what: string) =>
    `a text of 1 GB in ${what} rejects its record alone, with flat memory`,
  async exec(t, _what: string, opening: string, ending: string) {
    const {vehicles, rejects} = await read(t, opening, 'x', ending, long);
    t.like(vehicles, [{vehicle: {id: '1'}}, {vehicle: {id: '3'}}]);
    t.like(rejects, [{reason: 'TooLarge'}]);
    t.is(rejects.length, 1);
  },
});

test.serial(
  readsFlat,
  'XML',
  `${start}${aRecord('1')}<ns:Statistik><ns:KoeretoejIdent>2</ns:KoeretoejIdent><ns:A>`,
  `</ns:A></ns:Statistik>${aRecord('3')}${end}`,
);
test.serial(
  readsFlat,
  'NDJSON',
  '{"KoeretoejIdent":"1"}\n{"KoeretoejIdent":"2","A":"',
  '"}\n{"KoeretoejIdent":"3"}\n',
);

const refusesFlat = test.macro({
  title: (_, what: string) => `a text of 1 GB ${what} refuses the extract, with flat memory`,
  async exec(t, _what: string, opening: string, code: string) {
    const outcome = await read(t, opening, 'x', '', long);
    t.like(outcome, {name: 'ExtractRefused', code});
  },
});

test.serial(refusesFlat, 'before the records', '<?xml version="1.0"?><!--', 'XmlHead');
test.serial(refusesFlat, 'in a JSON array', '[{"KoeretoejIdent":"1"},{"A":"', 'JsonMalformed');
test.serial(refusesFlat, 'without an end', `${start}<ns:Statistik>`, 'XmlTruncated');
