import test from 'ava';
import fc from 'fast-check';
import {
  buildLogDefinition,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';
import {indexNames, parseIndexName, toVersion} from '#mappings/generation.ts';
import {parseReferenceKey, referenceKey} from '#mappings/reference-document.ts';

const digits = (length: number) =>
  fc.nat(10 ** length - 1).map(number => String(number).padStart(length, '0'));

const someGeneration = fc.record({
  stamp: fc.tuple(digits(8), digits(6)).map(parts => parts.join('-')),
  build: fc.integer({min: 0, max: 1_000_000}),
});

const somePrefix = fc.constantFrom('', 'test-', 'vehicles-', 'a.b_c-');

test('the names of a generation tell which generation they are of', t => {
  const property = fc.property(somePrefix, someGeneration, (prefix, generation) => {
    const names = indexNames(prefix, toVersion(generation));
    t.deepEqual(parseIndexName(prefix, names.vehicles), generation);
    t.deepEqual(parseIndexName(prefix, names.references), generation);
  });
  fc.assert(property, {seed: 20_261_121});
});

for (const [index, prefix] of [
  ['vehicles', ''],
  ['vehicles-backup', ''],
  ['vehicles-20261115-031500', ''],
  ['vehicles-20261115-031500-001', ''],
  ['vehicles-20261115-031500-0001-copy', ''],
  ['vehicles-20261115-031500-build', ''],
  ['old-vehicles-20261115-031500-0001', ''],
  ['plates-20261115-031500-0001', ''],
  ['vehicles-20261115-031500-0001', 'test-'],
  ['testXvehicles-20261115-031500-0001', 'test.'],
  ['VEHICLES-20261115-031500-0001', ''],
] as const) {
  test(`${index} is no index of a generation where the prefix is "${prefix}"`, t => {
    t.is(parseIndexName(prefix, index), undefined);
  });
}

test('an index of the build log is named after its month in UTC, and the name tells the month', t => {
  const index = buildLogIndex('shared-', new Date('2026-12-01T00:30:00+01:00'));
  t.is(index, 'shared-index-builds-2026.11');
  t.is(parseBuildLogIndex('shared-', index), '2026-11');
  t.is(buildLogPattern('shared-'), 'shared-index-builds-*');
});

for (const [index, prefix] of [
  ['index-builds-2026.13', ''],
  ['index-builds-2026.1', ''],
  ['index-builds-2026.11-copy', ''],
  ['index-builds-*', ''],
  ['old-index-builds-2026.11', ''],
  ['b-index-builds-2026.11', 'a-'],
] as const) {
  test(`${index} is no index of the build log where the prefix is "${prefix}"`, t => {
    t.is(parseBuildLogIndex(prefix, index), undefined);
  });
}

test('a member of a build event is mapped as its type says, or as a keyword', t => {
  const {dynamic, properties} = buildLogDefinition.mappings;
  t.is(dynamic, 'strict');
  t.like(properties, {
    '@timestamp': {type: 'date'},
    build: {type: 'long'},
    event: {type: 'keyword'},
    durationSeconds: {type: 'double'},
    reason: {type: 'keyword', ignore_above: 1024},
    sentence: {type: 'keyword', ignore_above: 8191},
    passed: {type: 'boolean'},
  });
});

for (const [key, parts] of Object.entries({
  'emission-standards:::49': {list: 'emission-standards', id: '49'},
  'models:-1::0': {list: 'models', makeId: '-1', id: '0'},
  'variants:1:7:9223372036854775807': {
    list: 'variants',
    makeId: '1',
    modelId: '7',
    id: '9223372036854775807',
  },
} as const)) {
  test(`the key ${key} is made of its parts and tells them`, t => {
    const {list, id, ...parents} = parts;
    t.is(referenceKey(list, parents, id), key);
    t.deepEqual<unknown, unknown>(parseReferenceKey(key), parts);
  });
}
