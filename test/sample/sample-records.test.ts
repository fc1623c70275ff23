import {readFile} from 'node:fs/promises';
import test from 'ava';
import {documentEnd, documentStart, sampleRecords} from '#sample/sample-records.ts';
import {all, type Element, parsed} from './parsed-record.ts';

const records = (vehicles: number, seed: number): string[] => [...sampleRecords({vehicles, seed})];

const asDocument = (xml: readonly string[]): string => documentStart + xml.join('') + documentEnd;

test('the same seed gives the same records', t => {
  t.deepEqual(records(300, 7), records(300, 7));
});

test('another seed gives other records', t => {
  const [one, other] = [records(300, 7), new Set(records(300, 8))];
  t.false(one.some(record => other.has(record)));
});

test('a larger sample begins with the first records of a smaller one', t => {
  t.deepEqual(records(2_000, 7).slice(0, 900), records(900, 7).slice(0, 900));
});

test('a sample of no vehicles is an extract without records', t => {
  t.deepEqual(records(0, 7), []);
  t.deepEqual(
    parsed(asDocument([])).children.map(({name}) => name),
    ['StatistikSamling'],
  );
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

test('a document of the records is well-formed, and each of them is one Statistik', t => {
  const xml = records(500, 3);
  const root = parsed(asDocument(xml));
  const [collection] = root.children;
  t.is(root.name, 'ESStatistikListeModtag_I');
  t.deepEqual([...new Set(collection?.children.map(({name}) => name))], ['Statistik']);
  t.is(collection?.children.length, xml.length);
});

test('every element but the wrappers stands on a line of its own, two spaces per level', t => {
  const line = /^( *)<ns:(\w+)>(?:[^<]*<\/ns:\2>)?$|^( *)<\/ns:\w+>$/;
  for (const record of records(100, 3)) {
    t.true(record.endsWith('    </ns:Statistik>\n'));
    for (const text of record.slice(0, -1).split('\n')) t.regex(text, line);
  }
});

/** Parent and child before child, as the pairs `Parent: First < Second`. */
const orders = (element: Element): string[] => {
  const names = [...new Set(element.children.map(({name}) => name))];
  const own = names.flatMap((first, at) =>
    names.slice(at + 1).map(second => `${element.name}: ${first} < ${second}`),
  );
  return [...own, ...element.children.flatMap(orders)];
};

const reversed = (order: string): string => order.replace(/(\w+) < (\w+)/, '$2 < $1');

/** The register's van has its doors before its category, against the schema: the first order counts. */
const fixtureOrders = async (): Promise<ReadonlySet<string>> => {
  const fixture = new URL('../fixtures/sample-dmr.xml', import.meta.url);
  const seen = new Set<string>();
  for (const order of all(parsed(await readFile(fixture, 'utf8')), 'Statistik').flatMap(orders)) {
    if (!seen.has(reversed(order))) seen.add(order);
  }
  return seen;
};

test('elements stand in the order of the register', async t => {
  const expected = await fixtureOrders();
  const document = parsed(asDocument(records(400, 5)));
  const found = new Set(all(document, 'Statistik').flatMap(orders));
  t.true(found.size > 1_000);
  t.deepEqual(
    [...found].filter(order => expected.has(reversed(order))),
    [],
  );
});

test('elements have the names of the register', async t => {
  const fixture = await readFile(new URL('../fixtures/sample-dmr.xml', import.meta.url), 'utf8');
  const names = new Set(
    Array.from(
      records(1_500, 5)
        .join('')
        .matchAll(/<ns:(\w+)>/g),
      ([, n]) => n,
    ),
  );
  t.deepEqual(
    [...names].filter(name => !fixture.includes(`<ns:${name}>`)),
    [],
  );
});

const identIn = (record: string) => /Ident>(\d+)</.exec(record)?.[1];

test('a repeated record differs from the first in its lease, registration status, dates or order alone', t => {
  const byIdent = Map.groupBy(records(2_000, 5), identIn);
  const withoutWhatMayDiffer = (record: string): string[] =>
    record
      .split('\n')
      .filter(line => !/Leasing|RegistreringStatus|StatusDato/.test(line))
      .toSorted();
  const repeated = [...byIdent.values()].filter(({length}) => length > 1);
  t.true(repeated.length > 50);
  t.true(repeated.filter(group => new Set(group).size > 1).length > 0.9 * repeated.length);
  for (const [first = '', ...others] of repeated) {
    for (const other of others)
      t.deepEqual(withoutWhatMayDiffer(other), withoutWhatMayDiffer(first));
  }
});

test('repeats stand right behind the first record, later, and in dense runs at the end', t => {
  const idents = records(4_000, 5).map(identIn);
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
