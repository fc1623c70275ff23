import {readFileSync} from 'node:fs';
import test from 'ava';
import {testCases} from '#core/domain/test-cases.ts';
import type {RecordTree, RecordValue} from '#indexer/read/source-record.ts';
import {dateText, dayOf, momentText, yearOf} from '#sample/dates.ts';
import {sampleRecords} from '#sample/sample-records.ts';
import {testData} from '#sample/test-data.ts';
import {extractXml} from '../helpers/extracts/extract-files.ts';
import {preparedFrom} from '../helpers/extracts/prepared-extract.ts';
import {treeOf} from '../helpers/extracts/prepared-trees.ts';

const records = (vehicles: number, seed: number): string[] => [...sampleRecords({vehicles, seed})];

const many = records(4_000, 5);

test('another seed gives other records', t => {
  const others = new Set(records(300, 8));
  t.false(many.some(record => others.has(record)));
});

test('a larger sample begins with the first records of a smaller one', t => {
  t.deepEqual(many.slice(0, 900), records(900, 5).slice(0, 900));
});

test('a sample of no vehicles is an extract without records', async t => {
  t.deepEqual(records(0, 7), []);
  t.is((await preparedFrom(extractXml([]))).records, 0);
});

const refuses = test.macro({
  title: (_, vehicles: number, seed: number) =>
    `${vehicles} vehicles with seed ${seed} are refused`,
  exec(t, vehicles: number, seed: number, sentence: RegExp) {
    t.throws(() => records(vehicles, seed), {instanceOf: RangeError, message: sentence});
  },
});

test(refuses, -1, 1, /The number of vehicles is -1; give a whole number from 0 to 999999999\./);
test(refuses, 1.5, 1, /The number of vehicles is 1\.5/);
test(refuses, 1_000_000_000, 1, /The number of vehicles is 1000000000/);
test(refuses, 10, -1, /The seed is -1; give a whole number from 0 to 4294967295\./);
test(refuses, 10, 2 ** 32, /The seed is 4294967296/);

test('each of the records is read, and has no element that the register is not known to have', async t => {
  const some = many.slice(0, 600);
  const extract = await preparedFrom(extractXml(some));
  t.is(extract.records, some.length);
  t.deepEqual(extract.rejects, []);
  t.deepEqual(extract.unknownElements, {});
});

test('every element but the wrappers stands on a line of its own, two spaces per level', t => {
  const line = /^( *)<ns:(\w+)>(?:[^<]*<\/ns:\2>)?$|^( *)<\/ns:\w+>$/;
  for (const record of many.slice(0, 100)) {
    t.true(record.endsWith('    </ns:Statistik>\n'));
    for (const text of record.slice(0, -1).split('\n')) t.regex(text, line);
  }
});

/** Parent and child before child, as the pairs `Parent: First < Second`. */
const orders = (parent: string, content: RecordValue): string[] => {
  if (typeof content === 'string') return [];
  if (Array.isArray(content)) return content.flatMap(each => orders(parent, each));
  const names = Object.keys(content);
  const own = names.flatMap((first, at) =>
    names.slice(at + 1).map(second => `${parent}: ${first} < ${second}`),
  );
  const children = Object.entries(content as RecordTree);
  return [...own, ...children.flatMap(([name, child]) => orders(name, child))];
};

const ordersIn = (xml: readonly string[]) =>
  xml.flatMap(record => orders('Statistik', treeOf(record)));

const reversed = (order: string): string => order.replace(/(\w+) < (\w+)/, '$2 < $1');

const fixture = readFileSync(new URL('../fixtures/sample-dmr.xml', import.meta.url), 'utf8');

test('elements stand in the order of the register', t => {
  // The register's van has its doors before its category, against the schema: the first order counts.
  const expected = new Set<string>();
  for (const order of ordersIn(fixture.match(/<ns:Statistik>[\s\S]*?<\/ns:Statistik>/g) ?? [])) {
    if (!expected.has(reversed(order))) expected.add(order);
  }
  const found = new Set(ordersIn(many.slice(0, 400)));
  t.true(found.size > 1_000, `${found.size} pairs`);
  t.deepEqual(
    [...found].filter(order => expected.has(reversed(order))),
    [],
  );
});

test('elements have the names of the register', t => {
  const tags = new Set(
    many
      .slice(0, 1_500)
      .join('')
      .match(/<ns:\w+>/g),
  );
  t.deepEqual(
    [...tags].filter(tag => !fixture.includes(tag)),
    [],
  );
});

const identIn = (record: string) => /Ident>(\d+)</.exec(record)?.[1];

test('a repeated record differs from the first in its lease, registration status, dates or order alone', t => {
  const withoutWhatMayDiffer = (record: string): string[] =>
    record
      .split('\n')
      .filter(line => !/Leasing|RegistreringStatus|StatusDato/.test(line))
      .toSorted();
  const byIdent = Map.groupBy(many, identIn);
  const repeated = [...byIdent.values()].filter(({length}) => length > 1);
  t.true(repeated.length > 100);
  t.true(repeated.filter(group => new Set(group).size > 1).length > 0.9 * repeated.length);
  for (const [first = '', ...others] of repeated) {
    for (const other of others)
      t.deepEqual(withoutWhatMayDiffer(other), withoutWhatMayDiffer(first));
  }
});

test('repeats stand right behind the first record, later, and in dense runs at the end', t => {
  const idents = many.map(identIn);
  const seen = new Map<string | undefined, number>();
  const distances = idents.flatMap((ident, at) => {
    const first = seen.get(ident);
    if (first !== undefined) return [at - first];
    seen.set(ident, at);
    return [];
  });
  t.true(distances.filter(distance => distance === 1).length > 30);
  t.true(distances.filter(distance => distance > 500 && distance < 1_500).length > 30);
  t.true(distances.filter(distance => distance > 2_000).length > 20);
  t.deepEqual(
    idents.slice(-40).filter((ident, at) => idents.indexOf(ident) === idents.length - 40 + at),
    [],
  );
});

const isWritten = test.macro({
  title: (what, year: number, month: number, day: number, text: string) =>
    `${what ?? `${year}-${month}-${day}`} is written ${text}`,
  exec(t, year: number, month: number, day: number, text: string) {
    t.is(dateText(dayOf(year, month, day)), text);
    t.is(yearOf(dayOf(year, month, day)), year);
  },
});

test(isWritten, 2020, 3, 12, '2020-03-12+01:00');
test(isWritten, 2025, 6, 30, '2025-06-30+02:00');
test('the first midnight of summer time', isWritten, 2026, 3, 30, '2026-03-30+02:00');
test('the day it begins', isWritten, 2026, 3, 29, '2026-03-29+01:00');
test('the day it ends', isWritten, 2026, 10, 25, '2026-10-25+02:00');
test('the first midnight after', isWritten, 2026, 10, 26, '2026-10-26+01:00');
test('October before 1996', isWritten, 1995, 10, 1, '1995-10-01+01:00');
test('the last Sunday of a September of 30 days', isWritten, 1995, 9, 24, '1995-09-24+02:00');
test('the Monday after that', isWritten, 1995, 9, 25, '1995-09-25+01:00');
test('the Sunday that summer time of 1980 began', isWritten, 1980, 4, 6, '1980-04-06+01:00');
test('the Monday after it', isWritten, 1980, 4, 7, '1980-04-07+02:00');
test('summers before 1980', isWritten, 1979, 7, 1, '1979-07-01+01:00');
test('before 1970', isWritten, 1959, 12, 31, '1959-12-31+01:00');

test('a moment carries its second of the day, and the clocks change during the Sunday', t => {
  t.is(momentText(dayOf(2017, 5, 5), 11 * 3600 + 21 * 60 + 40), '2017-05-05T11:21:40.000+02:00');
  const sunday = dayOf(2026, 3, 29);
  t.is(momentText(sunday, 0), '2026-03-29T00:00:00.000+01:00');
  t.is(momentText(sunday, 10 * 3600), '2026-03-29T10:00:00.000+02:00');
});

test('of what finds a case, no other vehicle of the test data has anything', async t => {
  const {vehicles, rejects} = await preparedFrom(testData());
  t.deepEqual(rejects, []);
  const keys = testCases.flatMap(({id, plate, vin}) => [id, plate, vin]);
  const having = vehicles.filter(({vehicle: {id, vin, plates}}) =>
    [id, vin, ...plates].some(key => keys.includes(key ?? undefined)),
  );
  t.deepEqual(
    having.map(({vehicle}) => vehicle.id),
    testCases.flatMap(({id, answer}) => (answer === 'vehicle' || answer === 'late' ? [id] : [])),
  );
});

test('the plates and VINs of the cases pass the checks of forms', t => {
  for (const {plate, vin, answer} of testCases) {
    if (answer === 'ValidationFailed') continue;
    t.regex(plate, /^([A-Z]{2}\d{5}|ÆØÅ\d{5})$/);
    t.regex(vin ?? '', /^[A-HJ-NPR-Z0-9]{17}$/);
  }
});
