import test from 'ava';
import {createCandidate} from '#indexer/generation/candidate.ts';
import {discard} from '#indexer/generation/discard.ts';
import {FlipRefused, flip} from '#indexer/generation/flip.ts';
import {liveGeneration} from '#indexer/generation/live.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {proxiedClient} from '../../helpers/engine-proxy.ts';
import {anInstallation} from '../../helpers/installation.ts';

const stamp = '20261115-031500';

test('a first flip adds both aliases and takes the aliases of the build away', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const candidate = await createCandidate(client, prefix, stamp);
  t.is(await liveGeneration(client, prefix), undefined);
  await flip(client, prefix, {candidate, expected: undefined});
  t.deepEqual(await indices(), {
    [`${prefix}references-${stamp}-0001`]: [`${prefix}references`],
    [`${prefix}vehicles-${stamp}-0001`]: [`${prefix}vehicles`],
  });
  t.deepEqual(await liveGeneration(client, prefix), candidate);
});

test('a later flip moves both aliases in one call and leaves the indices before it', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const first = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate: first, expected: undefined});
  const second = await createCandidate(client, prefix, stamp);

  const calls: string[] = [];
  const watched = await proxiedClient(t, ({method, path}) => {
    if (method === 'POST') calls.push(path);
    return 'pass';
  });
  await flip(watched, prefix, {candidate: second, expected: first});
  t.deepEqual(calls, ['/_aliases']);
  t.deepEqual(await indices(), {
    [`${prefix}references-${stamp}-0001`]: [],
    [`${prefix}references-${stamp}-0002`]: [`${prefix}references`],
    [`${prefix}vehicles-${stamp}-0001`]: [],
    [`${prefix}vehicles-${stamp}-0002`]: [`${prefix}vehicles`],
  });
});

test('a build that began before another went live is refused, and nothing moves', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const first = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate: first, expected: undefined});
  const slow = await createCandidate(client, prefix, stamp);
  const quick = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate: quick, expected: first});

  const before = await indices();
  const stale = flip(client, prefix, {candidate: slow, expected: first});
  await t.throwsAsync(stale, {instanceOf: FlipRefused, message: /Another generation went live/});
  t.deepEqual(await indices(), before);
});

test('a build is refused when the aliases were moved by hand while it ran', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const first = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate: first, expected: undefined});
  const other = indexNames(prefix, toVersion(await createCandidate(client, prefix, stamp)));
  const candidate = await createCandidate(client, prefix, stamp);
  await client.indices.updateAliases({
    actions: (['vehicles', 'references'] as const).flatMap(name => [
      {remove: {index: `${prefix}*`, alias: `${prefix}${name}`}},
      {add: {index: other[name], alias: `${prefix}${name}`}},
    ]),
  });

  const before = await indices();
  const stale = flip(client, prefix, {candidate, expected: first});
  await t.throwsAsync(stale, {instanceOf: FlipRefused});
  t.deepEqual(await indices(), before);
});

test('of two first builds only one goes live, though neither has anything to remove', async t => {
  const {client, prefix} = anInstallation(t);
  const candidates = [
    await createCandidate(client, prefix, stamp),
    await createCandidate(client, prefix, '20261108-031500'),
  ];
  const flips = candidates.map(candidate => flip(client, prefix, {candidate, expected: undefined}));
  const outcomes = await Promise.allSettled(flips);
  const refused = outcomes.filter(outcome => outcome.status === 'rejected');
  t.is(refused.length, 1);
  t.true(refused[0]?.reason instanceof FlipRefused, String(refused[0]?.reason));
  const winner = candidates[outcomes.findIndex(({status}) => status === 'fulfilled')];
  t.deepEqual(await liveGeneration(client, prefix), winner);
});

test('a flip whose answer was lost is found out by reading the aliases', async t => {
  const {client, prefix} = anInstallation(t);
  const candidate = await createCandidate(client, prefix, stamp);
  const losing = await proxiedClient(t, ({path}) =>
    path === '/_aliases' ? 'lose the answer' : 'pass',
  );
  await flip(losing, prefix, {candidate, expected: undefined});
  t.deepEqual(await liveGeneration(client, prefix), candidate);
});

test('a flip whose answer was lost waits for the engine to tell what became of it', async t => {
  const {client, prefix} = anInstallation(t);
  const candidate = await createCandidate(client, prefix, stamp);
  let away = 0;
  const losing = await proxiedClient(t, ({path, method}) => {
    if (path === '/_aliases') {
      away = 3;
      return 'lose the answer';
    }
    away -= 1;
    return method === 'GET' && away >= 0 ? 'lose the request' : 'pass';
  });
  await flip(losing, prefix, {candidate, expected: undefined});
  t.true(away <= 0);
  t.deepEqual(await liveGeneration(client, prefix), candidate);
});

test('a flip that the engine never heard of fails, and nothing is live', async t => {
  const {client, prefix} = anInstallation(t);
  const candidate = await createCandidate(client, prefix, stamp);
  const losing = await proxiedClient(t, ({path}) =>
    path === '/_aliases' ? 'lose the request' : 'pass',
  );
  const attempt = flip(losing, prefix, {candidate, expected: undefined});
  await t.throwsAsync(attempt, {name: 'ConnectionError'});
  t.is(await liveGeneration(client, prefix), undefined);
});

test('aliases that do not agree stop everything with a sentence that names them', async t => {
  const {client, prefix} = anInstallation(t);
  const first = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate: first, expected: undefined});
  const second = await createCandidate(client, prefix, stamp);
  const references = `${prefix}references`;
  await client.indices.updateAliases({
    actions: [{add: {index: indexNames(prefix, toVersion(second)).references, alias: references}}],
  });
  const message = new RegExp(
    `do not point at one generation: .+ ${references} is .+-0001, .+-0002\\. Point both`,
  );
  await t.throwsAsync(liveGeneration(client, prefix), {name: 'AliasesDisagree', message});
  await client.indices.deleteAlias({index: `${prefix}*`, name: references});
  await t.throwsAsync(liveGeneration(client, prefix), {message: /references is missing\./});
});

test('a generation that an alias holds is not removed', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const candidate = await createCandidate(client, prefix, stamp);
  await flip(client, prefix, {candidate, expected: undefined});
  await t.throwsAsync(discard(client, prefix, candidate), {message: /vehicles.* points at it/});
  t.is(Object.keys(await indices()).length, 2);
});
