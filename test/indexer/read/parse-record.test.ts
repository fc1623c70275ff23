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
test(reads, 'a repeated element as a list', '<ns:A>1</ns:A><ns:A>2</ns:A>', {A: ['1', '2']});
test(reads, 'elements that hold nothing as absent', '<ns:A/><ns:B></ns:B><ns:C><ns:D/></ns:C>', {});
test(reads, 'text as it is', '<ns:A> a\n b </ns:A>', {A: ' a\n b '});
test(reads, 'CDATA and references', '<ns:A><![CDATA[<]]>&amp;<!-- -->&#230;</ns:A>', {A: '<&æ'});
test(reads, 'no attributes', '<ns:A b="c">1</ns:A>', {A: '1'});
test(reads, 'no foreign elements', '<o:A xmlns:o="urn:o">1</o:A><ns:A>2</ns:A>', {A: '2'});

test('a record whose elements have the names of built-in members is read as any other', t => {
  const prototype = '<ns:__proto__><ns:A>1</ns:A></ns:__proto__>';
  const tree = parse(`${prototype}<ns:constructor>2</ns:constructor>`);
  t.deepEqual(Object.keys(tree), ['__proto__', 'constructor']);
  t.is(Object.getPrototypeOf({}), Object.prototype);
  t.false('A' in {});
});

const nested = (depth: number) => '<ns:A>'.repeat(depth) + '</ns:A>'.repeat(depth);

test('elements 32 deep are read, and not one deeper', t => {
  t.notThrows(() => parse(nested(31)));
  const error = t.throws(() => parse(nested(32)), {name: 'RecordRejected'});
  t.like(error, {reason: 'TooDeep'});
});

test('what the parser says of a broken record holds nothing of its content', t => {
  const error = t.throws(() => parse('<ns:A>x</ns:A><Hansen>010170</ns:B>'));
  t.regex(error?.message ?? '', /^unexpected close/);
  t.notRegex(error?.message ?? '', /Hansen|010170|ns:B/);
});
