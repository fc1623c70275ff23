import test from 'ava';
import {
  buildLogDefinition,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';

test('a member of an event is mapped as its type says, or as a keyword', t => {
  const {dynamic, properties} = buildLogDefinition.mappings;
  t.is(dynamic, 'strict');
  t.like(properties, {
    '@timestamp': {type: 'date'},
    build: {type: 'long'},
    event: {type: 'keyword'},
    outcome: {type: 'keyword'},
    durationSeconds: {type: 'double'},
    reason: {type: 'keyword', ignore_above: 1024},
    sentence: {type: 'keyword', ignore_above: 8191},
    passed: {type: 'boolean'},
    extractedAt: {type: 'date'},
  });
});

test('an index of the record is named after its month in UTC, and the name tells the month', t => {
  const index = buildLogIndex('shared-', new Date('2026-12-01T00:30:00+01:00'));
  t.is(index, 'shared-index-builds-2026.11');
  t.is(parseBuildLogIndex('shared-', index), '2026-11');
  t.is(buildLogPattern('shared-'), 'shared-index-builds-*');
});

for (const name of [
  'index-builds-2026.13',
  'index-builds-2026.1',
  'index-builds-2026.11-copy',
  'old-index-builds-2026.11',
  'index-builds-*',
]) {
  test(`${name} is no index of the record`, t => {
    t.is(parseBuildLogIndex('', name), undefined);
  });
}

test('the record of another installation is none of ours', t => {
  t.is(parseBuildLogIndex('a-', 'b-index-builds-2026.11'), undefined);
  t.is(parseBuildLogIndex('', 'b-index-builds-2026.11'), undefined);
});
