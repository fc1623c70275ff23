import test from 'ava';
import {registerNamespace as namespace, readHead} from '#indexer/read/xml-frame.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, collect, inChunks, start} from './register-xml.ts';

const read = async (content: string | Uint8Array, size = 1000) => {
  const {found: head, all} = await readHead(inChunks(content, size));
  const {items} = await collect(all);
  return {head, rest: Buffer.concat(items).subarray(head.length).toString()};
};

const accepts = test.macro({
  title: (_, what: string) => `an extract may have ${what}`,
  async exec(t, _what: string, head: string) {
    for (const size of [1, 7, 10_000]) {
      const answer = await read(`${head}<rest>`, size);
      t.is(answer.rest, '<rest>');
      t.like(answer.head, {prefix: 'ns', length: Buffer.byteLength(head)});
      t.is(answer.head.namespaces['ns'], namespace);
    }
  },
});

const root = `<ns:ESStatistikListeModtag_I xmlns:ns="${namespace}">`;

test(accepts, "the register's own head", start.trimEnd());
test(accepts, 'no XML declaration', `${root}<ns:StatistikSamling>`);
test(accepts, 'a byte order mark', `\ufeff${start.trimEnd()}`);
test(accepts, 'comments with Danish letters', `<!-- æøå > -->${root}<ns:StatistikSamling>`);
const others = '<o:HovedOplysninger xmlns:o="urn:o"><o:A>1</o:A></o:HovedOplysninger>';
test(accepts, 'other elements before the list', `${root}${others}<ns:StatistikSamling>`);

const refuses = test.macro({
  title: (_, what: string) => `an extract may not have ${what}`,
  async exec(t, _what: string, content: string | Uint8Array, code: string) {
    const error = await t.throwsAsync(read(content), {name: 'ExtractRefused'});
    t.like(error, {code});
    t.regex(error?.message ?? '', /^The .*\. [A-Z].*\.$/s);
  },
});

const declaring = (doctype: string) => `<!DOCTYPE a ${doctype}>${root}<ns:StatistikSamling>`;
const laughs = declaring('[<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]');
const external = declaring('[<!ENTITY b SYSTEM "file:///etc/passwd">]');
const parameter = declaring('[<!ENTITY % b SYSTEM "file:///b"> %b;]');
const latin1 = Buffer.from(`<!-- \xe6 -->${root}<ns:StatistikSamling>`, 'latin1');

test(refuses, 'a billion laughs', laughs, 'XmlDoctype');
test(refuses, 'an external entity', external, 'XmlDoctype');
test(refuses, 'an external DTD', declaring('SYSTEM "http://127.0.0.1:9/a.dtd"'), 'XmlDoctype');
test(refuses, 'a parameter entity', parameter, 'XmlDoctype');
test(refuses, 'another root', '<html><body>', 'XmlRoot');
test(refuses, 'another namespace', '<ns:ESStatistikListeModtag_I xmlns:ns="urn:x">', 'XmlRoot');
test(refuses, 'another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'XmlEncoding');
test(refuses, 'a broken head', `${root}<ns:A></ns:B>`, 'XmlHead');
test(refuses, 'no list of records', `${root}</ns:ESStatistikListeModtag_I>`, 'XmlHead');
test(refuses, 'nothing after its declaration', '<?xml version="1.0"?>\n', 'XmlTruncated');
test(refuses, 'a head over 1 MiB', `${root}<!--${'x'.repeat(2 ** 20)}`, 'XmlHead');
test(refuses, 'a head that is not UTF-8', latin1, 'XmlEncoding');

test('the refusal of another root names it and its namespace, as short and printable text', async t => {
  const long = 'x'.repeat(10_000);
  const roots = {
    '<html>': 'html without a namespace',
    '<ns:ESStatistikListeModtag_I xmlns:ns="urn:2027">':
      'ns:ESStatistikListeModtag_I of the namespace urn:2027',
    [`<${long} xmlns="&#x9b;&#10;${long}">`]: `${'x'.repeat(100)} of the namespace ??${'x'.repeat(98)}`,
  };
  for (const [xml, named] of Object.entries(roots)) {
    const error = await t.throwsAsync(read(xml));
    t.true(error?.message.startsWith(`The root element is ${named}, not `), error?.message);
  }
});

test('the content is left when its head is refused, or when the rest is not wanted', async t => {
  let left = 0;
  async function* content(text: string) {
    try {
      yield Buffer.from(text);
      yield Buffer.from('more');
    } finally {
      left++;
    }
  }
  await t.throwsAsync(readHead(content('<html>')));
  t.is(left, 1);
  const {all} = await readHead(content(start));
  for await (const _ of all) break;
  t.is(left, 2);
});

/** The register's own elements, as in a document that binds these prefixes to its namespace. */
const anExtract = (records: readonly string[], {root = 'ns:', list = 'ns:', more = ''} = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<${root}ESStatistikListeModtag_I xmlns:ns="${namespace}" ${more}>\n` +
  `<${list}StatistikSamling>\n${records.join('')}</${list}StatistikSamling>\n` +
  `</${root}ESStatistikListeModtag_I>\n`;

/** A record in another spelling; its start tag declares what it uses. */
const spelled = (id: string, prefix: string, declares = '') =>
  aRecord(id, '<ns:KoeretoejArtNavn>Personbil</ns:KoeretoejArtNavn>')
    .replaceAll('ns:', prefix)
    .replace(`<${prefix}Statistik>`, `<${prefix}Statistik${declares}>`);

const a = `xmlns:a="${namespace}"`;
const byDefault = `xmlns="${namespace}"`;

const mixed = [spelled('1', 'ns:'), spelled('2', 'a:'), spelled('3', 'ns:')];

const elsewhere = 'xmlns:ns="urn:x"';
const forms: Readonly<Record<string, string>> = {
  'that uses two prefixes': anExtract(mixed, {more: a}),
  'whose records declare other prefixes than their list, or none': anExtract([
    spelled('1', 'a:', ` ${a}`),
    spelled('2', '', ` ${byDefault}`),
    spelled('3', 'd-m.r:', ` xmlns:d-m.r='${namespace}'`),
  ]),
  'whose list has another prefix than its root': anExtract(mixed, {more: a, list: 'a:'}),
  'that binds its prefix, and the default namespace': anExtract(
    [spelled('1', ''), spelled('2', 'ns:'), spelled('3', '')],
    {more: byDefault, root: '', list: ''},
  ),
  'whose inner elements declare a prefix of their own, or rebind that of the extract': anExtract([
    `<ns:Statistik><b:KoeretoejIdent xmlns:b="${namespace}">1</b:KoeretoejIdent></ns:Statistik>`,
    `<ns:Statistik><KoeretoejIdent ${byDefault}>2</KoeretoejIdent></ns:Statistik>`,
    `<ns:Statistik><ns:KoeretoejIdent ${elsewhere}><x/>9</ns:KoeretoejIdent><ns:KoeretoejIdent>3</ns:KoeretoejIdent></ns:Statistik>`,
  ]),
};
for (const [form, content] of Object.entries(forms)) {
  test(`an extract is read ${form}`, async t => {
    const {ids, rejects} = await preparedFrom(content);
    t.deepEqual(rejects, []);
    t.deepEqual(ids, ['1', '2', '3']);
  });
}

test('of records with other prefixes than expected, each that cannot be read is a reject', async t => {
  const undeclared = spelled('2', 'a:');
  const foreign = spelled('3', 'o:', ' xmlns:o="urn:o"');
  const {records, ids, rejects} = await preparedFrom(
    anExtract([spelled('1', 'ns:'), undeclared, undeclared, foreign, spelled('4', 'ns:')]),
  );
  t.is(records, 5);
  t.deepEqual(ids, ['1', '4']);
  const reasons = rejects.map(({reason}) => reason);
  t.deepEqual(reasons, ['MalformedXml', 'MalformedXml', 'IdentMissing']);
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
