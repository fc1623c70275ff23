import test from 'ava';
import {liveGeneration} from '#indexer/generations/aliases.ts';
import {FlipRefused, flip} from '#indexer/generations/go-live.ts';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';
import {buildAliases, generations, liveAliases} from './generations.ts';

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

test('flips back and forth leave nothing behind', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  for (let time = 0; time < 3; time += 1) {
    await flip({client, prefix}, {candidate: second, expected: first});
    await flip({client, prefix}, {candidate: first, expected: second});
  }
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});

test('a build that began before another went live is refused, and nothing moves', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, slow] = [await live(1), await held(2)];
  await live(3);
  const before = await aliases();
  const stale = flip({client, prefix}, {candidate: slow, expected: first});
  await t.throwsAsync(stale, {instanceOf: FlipRefused, message: /Another generation went live/});
  t.deepEqual(await aliases(), before);
});

test('a build is refused when the aliases were moved by hand while it ran', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second, candidate] = [await live(1), await held(2), await held(3)];
  const other = indexNames(prefix, toVersion(second));
  await client.indices.updateAliases({
    actions: (['vehicles', 'references'] as const).flatMap(name => [
      {remove: {index: `${prefix}*`, alias: `${prefix}${name}`}},
      {add: {index: other[name], alias: `${prefix}${name}`}},
    ]),
  });

  const before = await aliases();
  const stale = flip({client, prefix}, {candidate, expected: first});
  await t.throwsAsync(stale, {instanceOf: FlipRefused});
  t.deepEqual(await aliases(), before);
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

test('a flip whose answer was lost is found out by reading the aliases', async t => {
  const {prefix, held, live, aliases} = generations(t);
  const [expected, candidate] = [await live(1), await held(2)];
  const calls: string[] = [];
  const losing = await proxiedClient(t, ({method, path}) => {
    if (method === 'POST') calls.push(path);
    return path === '/_aliases' ? 'lose the answer' : 'pass';
  });
  await flip({client: losing, prefix}, {candidate, expected});
  t.is(calls.length, 1);
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
});

test('a flip whose answer was lost waits for the engine to tell what became of it', async t => {
  const {client, prefix, held} = generations(t);
  const candidate = await held(1);
  let away = 0;
  const losing = await proxiedClient(t, ({path, method}) => {
    if (path === '/_aliases') {
      away = 3;
      return 'lose the answer';
    }
    away -= 1;
    return method === 'GET' && away >= 0 ? 'lose the request' : 'pass';
  });
  await flip({client: losing, prefix}, {candidate, expected: undefined});
  t.true(away <= 0);
  t.deepEqual(await liveGeneration({client, prefix}), candidate);
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

test('a flip that the engine never heard of is given up in the end, and nothing is live', async t => {
  const {client, prefix, held} = generations(t);
  const candidate = await held(1);
  const losing = await proxiedClient(t, ({path}) =>
    path === '/_aliases' ? 'lose the request' : 'pass',
  );
  const attempt = flip(
    {client: losing, prefix},
    {candidate, expected: undefined},
    retryPolicyOf(100),
  );
  await t.throwsAsync(attempt, {instanceOf: EngineUnavailable});
  t.is(await liveGeneration({client, prefix}), undefined);
});

test('aliases that do not agree stop everything with a sentence that names them', async t => {
  const {client, prefix, held, live} = generations(t);
  await live(1);
  const second = await held(2);
  const references = `${prefix}references`;
  await client.indices.updateAliases({
    actions: [{add: {index: indexNames(prefix, toVersion(second)).references, alias: references}}],
  });
  const message = new RegExp(
    `do not point at one generation: .+ ${references} is .+-0001, .+-0002\\. Point both`,
  );
  await t.throwsAsync(liveGeneration({client, prefix}), {name: 'AliasesDisagree', message});
  await client.indices.deleteAlias({index: `${prefix}*`, name: references});
  await t.throwsAsync(liveGeneration({client, prefix}), {message: /references is missing\./});
});

test('an index in the place of an alias is told before anything is built', async t => {
  const {client, prefix} = generations(t);
  const index = `${prefix}references`;
  await client.indices.create({index});
  await t.throwsAsync(liveGeneration({client, prefix}), {
    name: 'AliasesDisagree',
    message: `${index} is an index, but must be an alias. Delete it if its documents are not needed, then run this again.`,
  });
});
