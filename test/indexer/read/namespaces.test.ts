import test from 'ava';
import {registerNamespace} from '#indexer/read/xml-frame.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord} from './register-xml.ts';

/** The register's own elements, as in a document that binds these prefixes to its namespace. */
const anExtract = (
  records: readonly string[],
  {root = 'ns:', list = 'ns:', more = ''}: {root?: string; list?: string; more?: string} = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<${root}ESStatistikListeModtag_I xmlns:ns="${registerNamespace}" ${more}>\n` +
  `<${list}StatistikSamling>\n${records.join('')}</${list}StatistikSamling>\n` +
  `</${root}ESStatistikListeModtag_I>\n`;

/** A record in another spelling; its start tag declares what it uses. */
const spelled = (id: string, prefix: string, declares = '') =>
  aRecord(id, '<ns:KoeretoejArtNavn>Personbil</ns:KoeretoejArtNavn>')
    .replaceAll('ns:', prefix)
    .replace(`<${prefix}Statistik>`, `<${prefix}Statistik${declares}>`);

const a = `xmlns:a="${registerNamespace}"`;
const byDefault = `xmlns="${registerNamespace}"`;

const reads = test.macro({
  title: (_, what: string) => `an extract is read ${what}`,
  async exec(t, _what: string, content: string) {
    const {ids, rejects} = await preparedFrom(content);
    t.deepEqual(rejects, []);
    t.deepEqual(ids, ['1', '2', '3']);
  },
});

const mixed = [spelled('1', 'ns:'), spelled('2', 'a:'), spelled('3', 'ns:')];

const elsewhere = 'xmlns:ns="urn:x"';
const forms: Readonly<Record<string, string>> = {
  'that uses two prefixes': anExtract(mixed, {more: a}),
  'whose only prefix is unusual': anExtract(
    ['1', '2', '3'].map(id => spelled(id, 'd-m.r:')),
    {root: 'd-m.r:', list: 'd-m.r:', more: `xmlns:d-m.r="${registerNamespace}"`},
  ),
  'whose records declare other prefixes than their list, or none': anExtract([
    spelled('1', 'a:', ` ${a}`),
    spelled('2', '', ` ${byDefault}`),
    spelled('3', 'd-m.r:', ` xmlns:d-m.r='${registerNamespace}'`),
  ]),
  'whose list has another prefix than its root': anExtract(mixed, {more: a, list: 'a:'}),
  'that binds its prefix, and the default namespace': anExtract(
    [spelled('1', ''), spelled('2', 'ns:'), spelled('3', '')],
    {more: byDefault, root: '', list: ''},
  ),
  'whose inner elements declare a prefix of their own, or rebind that of the extract': anExtract([
    `<ns:Statistik><b:KoeretoejIdent xmlns:b="${registerNamespace}">1</b:KoeretoejIdent></ns:Statistik>`,
    `<ns:Statistik><KoeretoejIdent ${byDefault}>2</KoeretoejIdent></ns:Statistik>`,
    `<ns:Statistik><ns:KoeretoejIdent ${elsewhere}><x/>9</ns:KoeretoejIdent><ns:KoeretoejIdent>3</ns:KoeretoejIdent></ns:Statistik>`,
  ]),
};
for (const [form, content] of Object.entries(forms)) test(reads, form, content);

test('of records with other prefixes than expected, each that cannot be read is a reject', async t => {
  const undeclared = Array.from({length: 400}, (_, n) => spelled(String(n + 10), 'a:'));
  const foreign = Array.from({length: 300}, (_, n) =>
    spelled(String(n + 1000), 'o:', ' xmlns:o="urn:o"'),
  );
  const {records, ids, rejects} = await preparedFrom(
    anExtract([spelled('1', 'ns:'), ...undeclared, ...foreign, spelled('2', 'ns:')]),
  );
  t.is(records, 702);
  t.deepEqual(ids, ['1', '2']);
  const byReason = Map.groupBy(rejects, ({reason}) => reason);
  t.is(byReason.get('MalformedXml')?.length, 400);
  t.is(byReason.get('IdentMissing')?.length, 300);
});

test('of records with any prefix, each that lost its end tag is a reject', async t => {
  const unended = ['a:', 'b:', ''].map(prefix =>
    spelled('7', prefix).replace(`</${prefix}Statistik>`, ''),
  );
  const {records, rejects} = await preparedFrom(anExtract([...unended, spelled('2', 'ns:')]));
  t.is(records, 4);
  t.is(rejects.length, 3);
  t.true(rejects.every(({ident}) => ident === '7'));
});

test('an element whose name begins or ends like that of a record neither begins nor ends one', async t => {
  for (const attribute of ['', ' a="b"']) {
    const more = `<ns:KoeretoejStatistik>x</ns:KoeretoejStatistik><ns:StatistikArt${attribute}/>`;
    const {vehicles, rejects} = await preparedFrom(anExtract([aRecord('1', more), aRecord('2')]));
    t.deepEqual([vehicles.length, rejects.length], [2, 0]);
  }
});

test('elements that nobody knows, anywhere, are passed over', async t => {
  const unknown = '<ns:Ny a="b"><ns:KoeretoejIdent>9</ns:KoeretoejIdent><ns:Ny>x</ns:Ny></ns:Ny>';
  const record = aRecord('1', unknown).replace('<ns:Statistik>', `<ns:Statistik>${unknown}`);
  const {ids, rejects} = await preparedFrom(anExtract([record, unknown]));
  t.deepEqual(ids, ['1']);
  t.like(rejects, [{reason: 'MalformedXml', detail: 'text between records'}]);
});
