import test from 'ava';
import {
  BuildEvent,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';
import indexBuilds from '#mappings/index-builds.json' with {type: 'json'};

test('the index-builds mapping has every member of an event and no other', t => {
  t.deepEqual(
    Object.keys(indexBuilds.mappings.properties).toSorted(),
    Object.keys(BuildEvent.shape).toSorted(),
  );
  t.is(indexBuilds.mappings.dynamic, 'strict');
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
