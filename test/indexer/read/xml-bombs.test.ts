import test, {type ExecutionContext} from 'ava';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

const mebibyte = 1024 ** 2;
const bombBytes = 256 * mebibyte;

/** A quarter of a gigabyte of `part` again and again between two texts, made while it is read. */
async function* bombOf(before: string, part: string, after: string, watch: () => void) {
  yield Buffer.from(before);
  const chunk = Buffer.from(part.repeat(Math.ceil(mebibyte / 4 / part.length)));
  for (let bytes = 0; bytes < bombBytes; bytes += chunk.length) {
    yield new Uint8Array(chunk);
    watch();
  }
  yield Buffer.from(after);
}

/** What is made of a bomb, and that memory stayed flat meanwhile. */
const read = async (t: ExecutionContext, before: string, part: string, after = '') => {
  const held = () => {
    const {heapUsed, arrayBuffers} = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const heldBefore = held();
  let most = 0;
  const watch = () => {
    most = Math.max(most, held() - heldBefore);
  };
  const outcome = await preparedFrom(bombOf(before, part, after, watch)).catch(error => error);
  t.true(most < 128 * mebibyte, `${most} bytes were held`);
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
