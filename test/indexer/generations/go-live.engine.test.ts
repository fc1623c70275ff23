import test from 'ava';
import {FlipRefused, goLive} from '#indexer/generations/go-live.ts';
import {toVersion} from '#mappings/generation.ts';
import {generations, liveAliases} from './generations.ts';

test('a generation that goes live says since when, what it replaced, and keeps its other facts', async t => {
  const {client, prefix, held, metaOf} = generations(t);
  const [first, second] = [await held(1, {records: 7}), await held(2)];
  const began = Date.now();
  await goLive({client, prefix}, {candidate: first, expected: undefined});
  t.like(await metaOf(first), {previous: null, records: 7, version: toVersion(first)});
  const importedAt = (await metaOf(first))?.['importedAt'];
  t.true(Date.parse(importedAt) >= began, importedAt);

  await goLive({client, prefix}, {candidate: second, expected: first, forced: 'it is right'});
  t.like(await metaOf(second), {previous: toVersion(first), forced: 'it is right'});
});

test('a generation that comes back is imported when it first went live', async t => {
  const {client, prefix, live, metaOf} = generations(t);
  const [first, second] = [await live(1), await live(2)];
  const importedAt = (await metaOf(first))?.['importedAt'];
  await goLive({client, prefix}, {candidate: first, expected: second});
  t.like(await metaOf(first), {importedAt, previous: toVersion(second)});
});

test('a generation that was removed in the meantime cannot go live', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const expected = await live(1);
  const candidate = {...expected, build: 2};
  await t.throwsAsync(goLive({client, prefix}, {candidate, expected}), {
    instanceOf: FlipRefused,
    message: 'The indices of 20261115-031500-0002 were removed.',
  });
  t.deepEqual(await aliases(), {1: liveAliases});
});
