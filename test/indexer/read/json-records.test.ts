import test from 'ava';
import {jsonArrayRecords, ndjsonRecords} from '#indexer/read/json-records.ts';
import {collect, inChunks} from './register-xml.ts';

const read = async (content: string | Uint8Array, size = 1000) => {
  const isArray = content.toString().trimStart().startsWith('[');
  const records = isArray ? jsonArrayRecords : ndjsonRecords;
  const {items, error} = await collect(records(inChunks(content, size)));
  const plain = items.map(item =>
    'reason' in item
      ? {ordinal: item.ordinal, reason: item.reason}
      : {ordinal: item.ordinal, tree: 'tree' in item && JSON.parse(JSON.stringify(item.tree))},
  );
  return {items: plain, error};
};

const reads = test.macro({
  title: (_, what: string) => `JSON records are read with ${what}`,
  async exec(t, _what: string, json: string, tree: object) {
    for (const size of [1, 5, 1000]) {
      t.deepEqual(await read(`${json}\n`, size), {items: [{ordinal: 0, tree}], error: undefined});
      t.deepEqual(await read(` [${json}] `, size), {items: [{ordinal: 0, tree}], error: undefined});
    }
  },
});

const great = '{"a":69999999990014905,"b":9223372036854775807}';
const decimals = '{"a":2773.0,"b":4.7E-4,"c":-0}';
const empty = '{"a":null,"b":"","c":{"d":{}},"e":[]}';
const twice = '{"a":1,"a":[2,3],"b":{"c":4,"c":5}}';
test(reads, 'texts', '{"KoeretoejIdent":"9000000009000001"}', {KoeretoejIdent: '9000000009000001'});
test(reads, 'ids beyond 2^53', great, {a: '69999999990014905', b: '9223372036854775807'});
test(reads, 'decimals as they are written', decimals, {a: '2773.0', b: '4.7E-4', c: '-0'});
test(reads, 'booleans', '{"a":true,"b":false}', {a: 'true', b: 'false'});
test(reads, 'nothing for null, empty texts, objects and lists', empty, {});
test(reads, 'a list for repeated elements', '{"a":["1",{"b":2}]}', {a: ['1', {b: '2'}]});
test(reads, 'a list of one as the one', '{"a":[{"b":["1"]}]}', {a: {b: '1'}});
test(reads, 'members that repeat as lists', twice, {a: ['1', '2', '3'], b: {c: ['4', '5']}});
test(reads, 'Danish letters and astral characters', '{"a":"æøå 🚗 \\u00e6"}', {a: 'æøå 🚗 æ'});

test('each line is a record, blank ones are not, and its ordinal is its place', async t => {
  const {items, error} = await read('\ufeff{"a":1}\r\n\n{"a":2}\n  \n{"a":3}');
  t.is(error, undefined);
  t.deepEqual(items, [
    {ordinal: 0, tree: {a: '1'}},
    {ordinal: 13, tree: {a: '2'}},
    {ordinal: 24, tree: {a: '3'}},
  ]);
});

const rejects = test.macro({
  title: (_, what: string) => `a record is rejected alone that is ${what}`,
  async exec(t, _what: string, record: string, reason: string, isInArray = true) {
    const {items, error} = await read(`{"a":1}\n${record}\n{"a":3}\n`);
    t.is(error, undefined);
    t.like(items, [{tree: {a: '1'}}, {ordinal: 8, reason}, {tree: {a: '3'}}]);
    if (!isInArray) return;
    const array = await read(`[{"a":1},${record},{"a":3}]`);
    t.is(array.error, undefined);
    t.like(array.items, [{tree: {a: '1'}}, {ordinal: 1, reason}, {tree: {a: '3'}}]);
  },
});

const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;

test(rejects, 'no JSON', '{"a":}', 'MalformedJson', false);
test(rejects, 'cut off', '{"a":"1', 'MalformedJson', false);
test(rejects, 'followed by more', '{"a":1} {"b":2}', 'MalformedJson', false);
test(rejects, 'too deep', deep, 'TooDeep');
test(rejects, 'a list', '[1]', 'MalformedJson');
test(rejects, 'a text', '"a"', 'MalformedJson');
test(rejects, 'a number', '12', 'MalformedJson');
test(rejects, 'a list of lists', '{"a":[["1"]]}', 'MalformedJson');
test(rejects, 'odd in its ident', '{"KoeretoejIdent":{"toString":[[1]]}}', 'MalformedJson');
test(rejects, 'half a surrogate pair', '{"a":"\\ud83d"}', 'MalformedJson');
test(rejects, 'longer than 1 MiB', `{"a":"${'x'.repeat(2 ** 20)}"}`, 'TooLarge', false);

const refuses = test.macro({
  title: (_, what: string) => `JSON is refused that ${what}`,
  async exec(t, _what: string, content: string | Uint8Array, code: string) {
    const {error} = await read(content);
    t.like(error, {name: 'ExtractRefused', code});
  },
});

test(refuses, 'ends inside its last line', '{"a":1}\n{"a":', 'JsonTruncated');
test(refuses, 'is an array without its end', '[{"a":1},{"a":2}', 'JsonTruncated');
test(refuses, 'is an array that ends inside a text', '[{"a":1},{"a":"', 'JsonTruncated');
test(refuses, 'is an array with a broken record', '[{"a":1},{"a" 2},{"a":3}]', 'JsonMalformed');
test(refuses, 'is two arrays', '[{"a":1}] [{"a":2}]', 'JsonMalformed');
test(refuses, 'is no UTF-8', Buffer.from('[{"a":"\xe6"}]', 'latin1'), 'JsonMalformed');
test('a member named a hundred thousand times is read in proportion to that', async t => {
  const {items} = await read(`{${'"a":1,'.repeat(100_000)}"a":1}\n`);
  t.deepEqual(items, [{ordinal: 0, tree: {a: Array(100_001).fill('1')}}]);
});

test('__proto__ is a member like any other', async t => {
  const {items} = await collect(ndjsonRecords(inChunks('{"__proto__":{"a":1}}\n')));
  t.true(items[0] && 'tree' in items[0] && Object.hasOwn(items[0].tree, '__proto__'));
  t.false('a' in {});
});
