import test, {type ExecutionContext} from 'ava';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

/** That the one reject has this reason and ident, and nothing of the person in the record. */
const isNamed = async (
  t: ExecutionContext,
  content: Uint8Array,
  reason: string,
  ident: string | undefined,
) => {
  const {rejects} = await preparedFrom(content);
  t.is(rejects.length, 1);
  t.like(rejects[0], {reason, ident});
  t.notRegex(JSON.stringify(rejects), /Hansen|010170/);
};

const ident = '9000000009000001';
const person = '<ns:A>Hansen 010170-1234</ns:A>';
const spoiled = (record: string) =>
  Buffer.from(start + aRecord('1') + record + aRecord('3') + end, 'latin1');

const inXml = test.macro({
  title: (_, what: string) => `a record in XML ${what} is named by its ident alone`,
  async exec(t, _what: string, record: string, reason: string, expected: string | undefined) {
    await isNamed(t, spoiled(record), reason, expected);
  },
});

const whole = aRecord(ident, person);

test(inXml, 'with an entity', aRecord(ident, `${person}<ns:A>&x;</ns:A>`), 'MalformedXml', ident);
test(inXml, 'that is not UTF-8', aRecord(ident, `${person}<ns:A>\xe6</ns:A>`), 'NotUtf8', ident);
test(inXml, 'with a NUL', aRecord(ident, `${person}<ns:A>\0</ns:A>`), 'MalformedXml', ident);
test(inXml, 'with text beside elements', aRecord(ident, 'Hansen'), 'MixedContent', ident);
test(
  inXml,
  '40 deep',
  aRecord(ident, person + '<ns:A>'.repeat(40) + '</ns:A>'.repeat(40)),
  'TooDeep',
  ident,
);
test(
  inXml,
  'longer than 1 MiB',
  aRecord(ident, `<ns:A>${'Hansen '.repeat(200_000)}</ns:A>`),
  'TooLarge',
  ident,
);
test(
  inXml,
  'too long to hold',
  aRecord(ident, `<ns:A>${'Hansen '.repeat(2_000_000)}</ns:A>`),
  'TooLarge',
  ident,
);
test(inXml, 'without its end tag', whole.replace('</ns:Statistik>', ''), 'MalformedXml', ident);
test(inXml, 'without its start tag', whole.replace('<ns:Statistik>', ''), 'MalformedXml', ident);
test(inXml, 'whose ident is 0', aRecord('0', person), 'IdentInvalid', '0');
test(inXml, 'whose ident is a name', aRecord('Hansen', person), 'IdentInvalid', undefined);
test(inXml, 'with 21 digits', aRecord('1'.repeat(21), person), 'IdentInvalid', undefined);
test(
  inXml,
  'without an ident',
  `<ns:Statistik>${person}</ns:Statistik>`,
  'IdentMissing',
  undefined,
);

const other = '<ns:KoeretoejIdent>2</ns:KoeretoejIdent>';
test(inXml, 'that names two vehicles', aRecord(ident, other + person), 'IdentRepeated', ident);
test(
  inXml,
  'that names two vehicles, the second with an attribute',
  aRecord(ident, person + other.replace('>', ' a="">')),
  'IdentRepeated',
  ident,
);

const member = `"KoeretoejIdent":"${ident}","a":"Hansen 010170"`;
const deep = `{${member},"b":${'{"b":'.repeat(40)}1${'}'.repeat(41)}`;

const inJson = test.macro({
  title: (_, what: string) => `a record in JSON ${what} is named by its ident alone`,
  async exec(t, _what: string, record: string, reason: string, expected: string | undefined) {
    const lines = `{"KoeretoejIdent":"1"}\n${record}\n{"KoeretoejIdent":"3"}\n`;
    await isNamed(t, Buffer.from(lines, 'latin1'), reason, expected);
  },
});

test(inJson, 'that is malformed', `{${member},}`, 'MalformedJson', ident);
test(inJson, 'that is not UTF-8', `{${member},"b":"\xe6"}`, 'NotUtf8', ident);
test(inJson, '40 deep', deep, 'TooDeep', ident);
test(inJson, 'that names two vehicles', `{${member},"KoeretoejIdent":"2"}`, 'IdentRepeated', ident);
test(inJson, 'that names one twice', `{${member},${member}}`, 'IdentRepeated', ident);
test(
  inJson,
  'that names a list of vehicles',
  `{"KoeretoejIdent":["${ident}","2"]}`,
  'IdentRepeated',
  ident,
);
test(inJson, 'whose ident is a name', '{"KoeretoejIdent":"Hansen"}', 'IdentInvalid', undefined);

test('a record of a JSON array that names two vehicles is named by its first ident', async t => {
  const twice = `{${member},"KoeretoejIdent":"2"}`;
  const array = Buffer.from(`[{"KoeretoejIdent":"1"},${twice},{"KoeretoejIdent":"3"}]`);
  await isNamed(t, array, 'IdentRepeated', ident);
});

test('a record of a JSON array is named by its ident alone', async t => {
  const array = Buffer.from(`[{"KoeretoejIdent":"1"},${deep},{"KoeretoejIdent":"3"}]`);
  await isNamed(t, array, 'TooDeep', ident);
});
