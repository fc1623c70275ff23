import test from 'ava';
import {readHead} from '#indexer/read/xml-frame.ts';
import {collect, inChunks, start} from './register-xml.ts';

const namespace = 'http://skat.dk/dmr/2007/05/31/';

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
