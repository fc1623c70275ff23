import test from 'ava';
import {parseRecord} from '#indexer/read/parse-record.ts';
import {registerHead} from './register-xml.ts';

const parse = (content: string) =>
  parseRecord(`<ns:Statistik>${content}</ns:Statistik>`, registerHead.namespaces);

const reads = test.macro({
  title: (_, what: string) => `the parser reads ${what}`,
  exec(t, _what: string, content: string, expected: object) {
    t.deepEqual(JSON.parse(JSON.stringify(parse(content))), expected);
  },
});

test(reads, 'an element', '<ns:A>1</ns:A>', {A: '1'});
test(reads, 'a repeated element as a list', '<ns:A>1</ns:A><ns:B>x</ns:B><ns:A>2</ns:A>', {
  A: ['1', '2'],
  B: 'x',
});
test(reads, 'elements that hold nothing as absent', '<ns:A/><ns:B></ns:B><ns:C><ns:D/></ns:C>', {});
test(reads, 'text as it is', '<ns:A> a\n b </ns:A>', {A: ' a\n b '});
test(reads, 'CDATA, comments and references', '<ns:A><![CDATA[<]]>&amp;<!-- -->&#230;</ns:A>', {
  A: '<&æ',
});
test(reads, 'no attributes', '<ns:A b="c">1</ns:A>', {A: '1'});
test(reads, 'no elements of other namespaces', '<o:A xmlns:o="urn:o">1</o:A><ns:A>2</ns:A>', {
  A: '2',
});

test('a record whose elements have the names of built-in members is read as any other', t => {
  const tree = parse(
    '<ns:__proto__><ns:A>1</ns:A></ns:__proto__><ns:constructor>2</ns:constructor>',
  );
  t.deepEqual(Object.keys(tree), ['__proto__', 'constructor']);
  t.is(Object.getPrototypeOf({}), Object.prototype);
  t.false('A' in {});
});

const rejects = test.macro({
  title: (_, what: string) => `the parser rejects ${what}`,
  exec(t, _what: string, content: string, reason: string, detail: RegExp) {
    const error = t.throws(() => parse(content), {name: 'RecordRejected', message: detail});
    t.like(error, {reason});
  },
});

const nested = (depth: number) => '<ns:A>'.repeat(depth) + '</ns:A>'.repeat(depth);

test(
  rejects,
  'an end tag that does not match',
  '<ns:A>x</ns:B>',
  'MalformedXml',
  /^unexpected close/,
);
test(rejects, 'an unknown entity', '<ns:A>&x;</ns:A>', 'MalformedXml', /^undefined entity$/);
test(rejects, 'an unbound prefix', '<x:A>1</x:A>', 'MalformedXml', /^unbound namespace prefix$/);
test(rejects, 'a document type inside', '<!DOCTYPE a>', 'MalformedXml', /doctype/);
test(
  rejects,
  'text beside elements',
  '<ns:A>x<ns:B>1</ns:B></ns:A>',
  'MixedContent',
  /text beside/,
);
test(rejects, 'text in place of elements', 'Hansen', 'MixedContent', /^text beside elements$/);
test(rejects, 'elements 33 deep', nested(32), 'TooDeep', /deeper than 32/);

test('elements 32 deep are read', t => {
  t.notThrows(() => parse(nested(31)));
});

test('what the parser says of a broken record holds nothing of its content', t => {
  const error = t.throws(() => parse('<ns:A>x</ns:A><Hansen>010170</ns:B>'));
  t.notRegex(error?.message ?? '', /Hansen|010170|ns:B/);
});
