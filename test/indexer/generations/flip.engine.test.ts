import test from 'ava';
import {liveGeneration} from '#indexer/generations/stored-generations.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {buildAliases, flip, generations, goLive, liveAliases} from './generations.ts';

test('a first flip adds both aliases and takes the aliases of the build away', async t => {
  const {client, prefix, held, aliases} = generations(t);
  const candidate = await held(1);
  t.is(await liveGeneration({client, prefix}), undefined);
  await flip({client, prefix}, {candidate, expected: undefined});
  t.deepEqual(await aliases(), {1: liveAliases});
  t.deepEqual(await liveGeneration({client, prefix}), candidate);
});

test('a later flip moves all aliases in one call: who leaves has those of its build again', async t => {
  const {prefix, held, live, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  const calls: string[] = [];
  const watched = await proxiedClient(t, ({method, path}) => {
    if (method === 'POST') calls.push(path);
    return 'pass';
  });
  await flip({client: watched, prefix}, {candidate: second, expected: first});
  t.deepEqual(calls, ['/_aliases']);
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
});

test('a candidate whose indices are gone, one or both, is refused', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [expected, candidate] = [await live(1), await held(2)];
  const {vehicles, references} = indexNames(prefix, toVersion(candidate));
  for (const index of [references, vehicles]) {
    await client.indices.delete({index});
    const attempt = flip({client, prefix}, {candidate, expected});
    await t.throwsAsync(attempt, {instanceOf: FlipRefused});
    t.deepEqual((await aliases())[1], liveAliases);
  }
});

test('of two first builds only one goes live, though neither has anything to remove', async t => {
  const {client, prefix, held} = generations(t);
  const candidates = [await held(1), await held(2)];
  const flips = candidates.map(candidate =>
    flip({client, prefix}, {candidate, expected: undefined}),
  );
  const outcomes = await Promise.allSettled(flips);
  const refused = outcomes.filter(outcome => outcome.status === 'rejected');
  t.is(refused.length, 1);
  t.true(refused[0]?.reason instanceof FlipRefused, String(refused[0]?.reason));
  const winner = candidates[outcomes.findIndex(({status}) => status === 'fulfilled')];
  t.deepEqual(await liveGeneration({client, prefix}), winner);
});

test('a flip whose answer was lost waits for the engine to tell what became of it', async t => {
  const {prefix, held, live, aliases} = generations(t);
  const [expected, candidate] = [await live(1), await held(2)];
  let [flips, reads] = [0, 0];
  const losing = await proxiedClient(t, ({path}) => {
    if (path === '/_aliases') {
      flips += 1;
      return 'lose the answer';
    }
    if (flips > 0) reads += 1;
    return reads > 0 && reads < 4 ? 'lose the request' : 'pass';
  });
  await flip({client: losing, prefix}, {candidate, expected});
  t.is(flips, 1);
  t.true(reads >= 4);
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
});

test('a flip that timed out and is done only later is found out by flipping again', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [expected, candidate] = [await live(1), await held(2)];
  const timeout = {type: 'process_cluster_event_timeout_exception', reason: 'in the queue'};
  let calls = 0;
  const slow = await proxiedClient(t, async ({path, method}): Promise<Fate> => {
    if (path !== '/_aliases' || method !== 'POST') return 'pass';
    calls += 1;
    if (calls === 1) return {status: 503, body: {error: timeout, status: 503}};
    await flip({client, prefix}, {candidate, expected});
    return 'pass';
  });
  await flip({client: slow, prefix}, {candidate, expected});
  t.is(calls, 2);
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
});

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
  const releases = await client.indices.get({index: `${prefix}changes-*`});
  t.is(Object.keys(releases).length, 1, 'the release that was prepared for it');
});
