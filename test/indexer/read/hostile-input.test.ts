import test, {type ExecutionContext} from 'ava';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

const mebibyte = 1024 ** 2;
const gigabyte = 1e9;

const inExtract = (record: string) => start + aRecord('1') + record + aRecord('3') + end;

/** That of three records the one in the middle is rejected, and the others are vehicles. */
const isRejectedAlone = test.macro({
  title: (_, what: string) => `a record with ${what} is rejected alone`,
  async exec(t, _what: string, content: string, reason: string) {
    const {vehicles, rejects} = await preparedFrom(content);
    t.deepEqual(
      vehicles.map(({vehicle}) => vehicle.id),
      ['1', '3'],
    );
    t.deepEqual(
      rejects.map(reject => reject.reason),
      [reason],
    );
  },
});

const nested = (depth: number) => '<ns:A>'.repeat(depth) + '</ns:A>'.repeat(depth);
const attributes = (count: number) => Array.from({length: count}, (_, n) => `a${n}=""`).join(' ');
const lines = (record: string) => `{"KoeretoejIdent":"1"}\n${record}\n{"KoeretoejIdent":"3"}\n`;
const deepJson = (depth: number) => `${'{"A":'.repeat(depth)}1${'}'.repeat(depth)}`;

test(isRejectedAlone, 'elements 1,000 deep', inExtract(aRecord('2', nested(1000))), 'TooDeep');
test(isRejectedAlone, 'elements 60,000 deep', inExtract(aRecord('2', nested(60_000))), 'TooDeep');
test(isRejectedAlone, 'objects 1,000 deep', lines(deepJson(1000)), 'TooDeep');
test(isRejectedAlone, 'objects 100,000 deep', lines(deepJson(100_000)), 'TooDeep');
test(
  isRejectedAlone,
  'lists 100,000 deep',
  lines(`{"A":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'MalformedJson',
);
test(
  isRejectedAlone,
  'a million attributes',
  inExtract(aRecord('2', `<ns:A ${attributes(1_000_000)}/>`)),
  'TooLarge',
);
test(
  isRejectedAlone,
  'an attribute twice',
  inExtract(aRecord('2', '<ns:A a="1" a="2"/>')),
  'MalformedXml',
);
test(
  isRejectedAlone,
  'entities defined in it',
  inExtract(aRecord('2', '<!DOCTYPE a [<!ENTITY b "c">]><ns:A>&b;</ns:A>')),
  'MalformedXml',
);
test(isRejectedAlone, 'an entity', inExtract(aRecord('2', '<ns:A>&b;</ns:A>')), 'MalformedXml');
test(isRejectedAlone, 'a NUL', inExtract(aRecord('2', '<ns:A>a\0b</ns:A>')), 'MalformedXml');
test(
  isRejectedAlone,
  'the character 0 by number',
  inExtract(aRecord('2', '<ns:A>&#0;</ns:A>')),
  'MalformedXml',
);
test(isRejectedAlone, 'a NUL in JSON', lines('{"KoeretoejIdent":"2\0"}'), 'MalformedJson');

test('a record with as many attributes as its bytes allow is a vehicle like any other', async t => {
  const {vehicles} = await preparedFrom(
    inExtract(
      aRecord('2', `<ns:A ${attributes(80_000)}/><ns:KoeretoejArtNummer>1</ns:KoeretoejArtNummer>`),
    ),
  );
  t.is(vehicles[1]?.vehicle.kind?.id, '1');
});

test('a record may be 1 MiB long, and not one byte longer', async t => {
  const empty = aRecord('2', '<ns:A></ns:A>').trim();
  const long = (bytes: number) =>
    inExtract(empty.replace('<ns:A>', `<ns:A>${'x'.repeat(bytes - empty.length)}`));
  t.is((await preparedFrom(long(mebibyte))).vehicles.length, 3);
  const {vehicles, rejects} = await preparedFrom(long(mebibyte + 1));
  t.is(vehicles.length, 2);
  t.like(rejects, [{reason: 'TooLarge', ident: '2'}]);
});

const laughs = Array.from(
  {length: 9},
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('');

const refusesDoctype = test.macro({
  title: (_, what: string) => `an extract with ${what} is refused before its first record`,
  async exec(t, _what: string, doctype: string) {
    const xml = inExtract(aRecord('2', '<ns:A>&l9;</ns:A>')).replace('?>\n', `?>\n${doctype}\n`);
    const error = await t.throwsAsync(preparedFrom(xml), {name: 'ExtractRefused'});
    t.like(error, {code: 'XmlDoctype'});
  },
});

test(refusesDoctype, 'a billion laughs', `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]>`);
test(
  refusesDoctype,
  'an external entity',
  '<!DOCTYPE a [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
);
test(refusesDoctype, 'an external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">');
test(refusesDoctype, 'a parameter entity', '<!DOCTYPE a [<!ENTITY % b SYSTEM "file:///b"> %b;]>');

/** A text of a gigabyte between `before` and `after`, made while it is read. */
async function* gigabyteBetween(before: string, after: string, watch: () => void) {
  yield Buffer.from(before);
  for (let bytes = 0; bytes < gigabyte; bytes += mebibyte / 4) {
    yield new Uint8Array(mebibyte / 4).fill(0x78);
    watch();
  }
  yield Buffer.from(after);
}

/** The most memory that was held at once while an extract was read, beyond what was held before. */
const memoryWatch = () => {
  const held = () => {
    const {heapUsed, arrayBuffers} = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  let most = 0;
  return {
    watch: () => {
      most = Math.max(most, held() - before);
    },
    isFlat: (t: ExecutionContext) => t.true(most < 100 * mebibyte, `${most} bytes were held`),
  };
};

const readsFlat = test.macro({
  title: (_, what: string) =>
    `a text of 1 GB in ${what} rejects its record alone, with flat memory`,
  async exec(t, _what: string, before: string, after: string) {
    const {watch, isFlat} = memoryWatch();
    const {vehicles, rejects} = await preparedFrom(gigabyteBetween(before, after, watch));
    t.deepEqual(
      vehicles.map(({vehicle}) => vehicle.id),
      ['1', '3'],
    );
    t.deepEqual(
      rejects.map(({reason}) => reason),
      ['TooLarge'],
    );
    isFlat(t);
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
  async exec(t, _what: string, before: string, code: string) {
    const {watch, isFlat} = memoryWatch();
    const reading = preparedFrom(gigabyteBetween(before, '', watch));
    t.like(await t.throwsAsync(reading, {name: 'ExtractRefused'}), {code});
    isFlat(t);
  },
});

test.serial(refusesFlat, 'before the records', '<?xml version="1.0"?><!--', 'XmlHead');
test.serial(refusesFlat, 'in a JSON array', '[{"KoeretoejIdent":"1"},{"A":"', 'JsonMalformed');
test.serial(refusesFlat, 'without an end', `${start}<ns:Statistik>`, 'XmlTruncated');
