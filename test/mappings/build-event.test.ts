import test from 'ava';
import {BuildEvent, parseRecordIndex, recordIndex, recordPattern} from '#mappings/build-event.ts';
import indexBuilds from '#mappings/index-builds.json' with {type: 'json'};

test('the index-builds mapping has every member of an event and no other', t => {
  t.deepEqual(
    Object.keys(indexBuilds.mappings.properties).toSorted(),
    Object.keys(BuildEvent.shape).toSorted(),
  );
  t.is(indexBuilds.mappings.dynamic, 'strict');
});

test('an index of the record is named after its month in UTC, and the name tells the month', t => {
  const index = recordIndex('shared-', new Date('2026-12-01T00:30:00+01:00'));
  t.is(index, 'shared-index-builds-2026.11');
  t.is(parseRecordIndex('shared-', index), '2026-11');
  t.is(recordPattern('shared-'), 'shared-index-builds-*');
});

for (const name of [
  'index-builds-2026.13',
  'index-builds-2026.1',
  'index-builds-2026.11-copy',
  'old-index-builds-2026.11',
  'index-builds-*',
]) {
  test(`${name} is no index of the record`, t => {
    t.is(parseRecordIndex('', name), undefined);
  });
}

test('the record of another installation is none of ours', t => {
  t.is(parseRecordIndex('a-', 'b-index-builds-2026.11'), undefined);
  t.is(parseRecordIndex('', 'b-index-builds-2026.11'), undefined);
});
