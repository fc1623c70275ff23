import {mkdir, readdir, readFile, symlink, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {openRejectsFile} from '#indexer/read/rejects-file.ts';
import {asIdent, notUtf8, rejectedRecord} from '#indexer/read/source-record.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

/**
 * That of three records the one in the middle is rejected, for this reason and by this ident, and with
 * nothing of the person in it.
 */
const isRejectedAlone = async (
  t: ExecutionContext,
  content: string,
  reason: string,
  ident?: string,
) => {
  const {ids, rejects} = await preparedFrom(Buffer.from(content, 'latin1'));
  t.deepEqual(ids, ['1', '3']);
  t.is(rejects.length, 1);
  t.like(rejects[0], {reason, ident});
  t.notRegex(JSON.stringify(rejects), /Hansen|010170/);
};

const inExtract = (record: string) => start + aRecord('1') + record + aRecord('3') + end;

const inXml = test.macro({
  title: (_, what: string) => `a record in XML ${what} is rejected alone`,
  async exec(t, _what: string, record: string, reason: string, ident?: string) {
    await isRejectedAlone(t, inExtract(record), reason, ident);
  },
});

const id = '9000000009000001';
const person = '<ns:A>Hansen 010170-1234</ns:A>';
const named = aRecord(id, person);
const withMore = (more: string) => aRecord(id, person + more);
const nested = (depth: number) => withMore('<ns:A>'.repeat(depth) + '</ns:A>'.repeat(depth));
const hansens = (count: number) => `<ns:A>${'Hansen '.repeat(count)}</ns:A>`;
const attributes = (count: number) => Array.from({length: count}, (_, n) => `a${n}=""`).join(' ');
const doctype = '<!DOCTYPE a [<!ENTITY b "c">]>';

test(inXml, 'with an entity', withMore('<ns:A>&x;</ns:A>'), 'MalformedXml', id);
test(inXml, 'with entities of its own', withMore(`${doctype}<ns:A>&b;</ns:A>`), 'MalformedXml', id);
test(inXml, 'with a bare ampersand', withMore('<ns:A>&</ns:A>'), 'MalformedXml', id);
test(inXml, 'that is not UTF-8', withMore('<ns:A>\xe6</ns:A>'), 'NotUtf8', id);
test(inXml, 'with a NUL', withMore('<ns:A>\0</ns:A>'), 'MalformedXml', id);
test(inXml, 'with the character 0 by number', withMore('<ns:A>&#0;</ns:A>'), 'MalformedXml', id);
test(inXml, 'with an attribute twice', withMore('<ns:A a="1" a="2"/>'), 'MalformedXml', id);
test(inXml, 'with a million attributes', withMore(`<ns:A ${attributes(1e6)}/>`), 'TooLarge', id);
test(inXml, 'with text beside elements', aRecord(id, 'Hansen'), 'MixedContent', id);
test(inXml, '40 deep', nested(40), 'TooDeep', id);
test(inXml, '60,000 deep', nested(60_000), 'TooDeep', id);
test(inXml, 'longer than 1 MiB', aRecord(id, hansens(200_000)), 'TooLarge', id);
test(inXml, 'too long to hold', aRecord(id, hansens(2_000_000)), 'TooLarge', id);
test(inXml, 'without its end tag', named.replace('</ns:Statistik>', ''), 'MalformedXml', id);
test(inXml, 'without its start tag', named.replace('<ns:Statistik>', ''), 'MalformedXml', id);
test(inXml, 'whose ident is 0', aRecord('0', person), 'IdentInvalid', '0');
test(inXml, 'whose ident is a name', aRecord('Hansen', person), 'IdentInvalid');
test(inXml, 'with 21 digits', aRecord('1'.repeat(21), person), 'IdentInvalid');
test(inXml, 'without an ident', `<ns:Statistik>${person}</ns:Statistik>`, 'IdentMissing');

const other = '<ns:KoeretoejIdent>2</ns:KoeretoejIdent>';
const another = other.replace('>', ' a="">');
test(inXml, 'that names two vehicles', aRecord(id, other + person), 'IdentRepeated', id);
test(inXml, 'that names another in other XML', withMore(another), 'IdentRepeated', id);

const [first, last] = ['{"KoeretoejIdent":"1"}', '{"KoeretoejIdent":"3"}'];
const inJson = test.macro({
  title: (_, what: string) => `a record in JSON ${what} is rejected alone`,
  async exec(t, _what: string, record: string, reason: string, ident?: string) {
    await isRejectedAlone(t, `${first}\n${record}\n${last}\n`, reason, ident);
    // An array with a record that is no JSON is refused whole.
    if (reason.startsWith('Ident') || reason === 'TooDeep') {
      await isRejectedAlone(t, `[${first},${record},${last}]`, reason, ident);
    }
  },
});

const member = `"KoeretoejIdent":"${id}","a":"Hansen 010170"`;
const twice = `{${member},"KoeretoejIdent":"2"}`;
const deep = (depth: number) => `{${member},"b":${'{"b":'.repeat(depth)}1${'}'.repeat(depth + 1)}`;
const lists = `{${member},"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

test(inJson, 'that is malformed', `{${member},}`, 'MalformedJson', id);
test(inJson, 'that is not UTF-8', `{${member},"b":"\xe6"}`, 'NotUtf8', id);
test(inJson, 'with a NUL', `{${member},"b":"\0"}`, 'MalformedJson', id);
test(inJson, '40 deep', deep(40), 'TooDeep', id);
test(inJson, '100,000 deep', deep(100_000), 'TooDeep', id);
test(inJson, 'with lists 100,000 deep', lists, 'MalformedJson', id);
test(inJson, 'that names two vehicles', twice, 'IdentRepeated', id);
test(inJson, 'that names one twice', `{${member},${member}}`, 'IdentRepeated', id);
test(inJson, 'that names a list', `{"KoeretoejIdent":["${id}","2"]}`, 'IdentRepeated', id);
test(inJson, 'whose ident is a name', '{"KoeretoejIdent":"Hansen"}', 'IdentInvalid');

test('a record with as many attributes as its bytes allow is a vehicle like any other', async t => {
  const more = `<ns:A ${attributes(80_000)}/><ns:KoeretoejArtNummer>1</ns:KoeretoejArtNummer>`;
  const {vehicles} = await preparedFrom(inExtract(aRecord('2', more)));
  t.is(vehicles[1]?.vehicle.kind?.id, '1');
});

test('a record may be 1 MiB long, and not one byte longer', async t => {
  const empty = aRecord('2', '<ns:A></ns:A>').trim();
  const long = (bytes: number) =>
    inExtract(empty.replace('<ns:A>', `<ns:A>${'x'.repeat(bytes - empty.length)}`));
  t.is((await preparedFrom(long(2 ** 20))).vehicles.length, 3);
  await isRejectedAlone(t, long(2 ** 20 + 1), 'TooLarge', '2');
});

const idents: Readonly<Record<string, string | undefined>> = {
  '<a:KoeretoejIdent> 12': '12',
  '{"KoeretoejIdent":12,"a":}': '12',
  'KoeretoejIdent>1< KoeretoejIdent>2<': '1',
  '<KoeretoejIdent>99999999999999999999<': '99999999999999999999',
  '<KoeretoejIdent>111111111111111111111<': undefined,
  '<KoeretoejIdent>Hansen<': undefined,
  '': undefined,
};

for (const [text, ident] of Object.entries(idents)) {
  test(`the ident of a record is found that has "${text}"`, t => {
    t.is(rejectedRecord(0, notUtf8(), Buffer.from(text)).ident, ident);
  });
}

test('what is not digits, or more than 20 of them, is no ident', t => {
  t.is(asIdent('9223372036854775808'), '9223372036854775808');
  for (const text of ['-1', '12a', '1'.repeat(21), '', ' 1', undefined]) {
    t.is(asIdent(text), undefined);
  }
});

const version = '20261115-031500-0007';

const aList = (t: ExecutionContext) => {
  const directory = join(aFolder(t), 'indexer');
  const said: string[] = [];
  const list = openRejectsFile(directory, version, sentence => said.push(sentence));
  return {directory, folder: join(directory, 'rejects'), said, ...list};
};

const aReject = (ordinal: number) => ({ordinal, reason: 'NotUtf8'});

test('rejects are listed in order, a line each, in a file that is called as the generation', async t => {
  const {add, close, folder, said} = aList(t);
  const detail = 'not valid UTF-8';
  add([{ordinal: 7, reason: 'NotUtf8', detail, ident: '9000000009000001'}]);
  add([]);
  add([{ordinal: 9, reason: 'IdentMissing', ident: undefined}, aReject(11)]);
  const path = await close();
  t.is(path, join(folder, `${version}.ndjson`));
  t.is(
    await readFile(path ?? '', 'utf8'),
    '{"ordinal":7,"ident":"9000000009000001","reason":"NotUtf8","detail":"not valid UTF-8"}\n' +
      '{"ordinal":9,"reason":"IdentMissing"}\n' +
      '{"ordinal":11,"reason":"NotUtf8"}\n',
  );
  t.deepEqual(said, []);
});

test('a build that rejects nothing makes no file', async t => {
  const {add, close, directory} = aList(t);
  add([]);
  t.is(await close(), undefined);
  await t.throwsAsync(readdir(directory), {code: 'ENOENT'});
});

test('a list ends after 100,000 records and says how many more there were', async t => {
  const {add, close} = aList(t);
  const some = Array.from({length: 30_000}, (_, ordinal) => aReject(ordinal));
  for (let round = 0; round < 5; round++) add(some);
  const lines = (await readFile((await close()) ?? '', 'utf8')).trimEnd().split('\n');
  t.is(lines.length, 100_001);
  t.is(lines.at(-1), '{"notListed":50000}');
});

test('the newest ten lists are kept, and whatever else lies there', async t => {
  const {add, close, folder} = aList(t);
  await mkdir(folder, {recursive: true});
  const old = Array.from({length: 12}, (_, n) => `20260101-000000-00${n + 10}.ndjson`);
  for (const [n, name] of [...old, 'notes.txt', 'list.ndjson'].entries()) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), n, n);
  }
  add([aReject(1)]);
  await close();
  t.deepEqual(
    (await readdir(folder)).toSorted(),
    [...old.slice(3), `${version}.ndjson`, 'list.ndjson', 'notes.txt'].toSorted(),
  );
});

const failing = test.macro({
  title: (_, what: string) => `${what} is told once, and fails nothing`,
  async exec(t, _what: string, prepare: (path: string) => Promise<void>, told: RegExp) {
    const {add, close, directory, said} = aList(t);
    await prepare(directory);
    add([aReject(1)]);
    add([aReject(2)]);
    t.is(await close(), undefined, 'there is no list of all of them');
    t.is(said.length, 1);
    t.regex(said[0] ?? '', /^The rejected records cannot be listed in ".+-0007\.ndjson" /);
    t.regex(said[0] ?? '', told);
  },
});

const fullDisk = async (directory: string) => {
  await mkdir(join(directory, 'rejects'), {recursive: true});
  await symlink('/dev/full', join(directory, 'rejects', `${version}.ndjson`));
};
const noFolder = (directory: string) => writeFile(directory, 'a file where the folder should be');
test(failing, 'a disk that is full', fullDisk, /\(ENOSPC/);
test(failing, 'a folder that cannot be made', noFolder, /ENOTDIR.+The build continues and counts/);
