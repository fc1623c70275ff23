import test from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {prune} from '#indexer/generations/discard.ts';
import {
  isHeld,
  liveGeneration,
  rollbackChain,
  storedGenerations,
} from '#indexer/generations/stored-generations.ts';
import {withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';
import {
  beforeFlips,
  buildAliases,
  flip,
  generations,
  goLive,
  liveAliases,
  promote,
  rollBack,
  versionOf,
} from './generations.ts';

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

const timeout = {type: 'process_cluster_event_timeout_exception', reason: 'in the queue'};
const timedOut: Fate = {status: 503, body: {error: timeout, status: 503}};

test('a flip that timed out and is done only later is found out by flipping again', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [expected, candidate] = [await live(1), await held(2)];
  let calls = 0;
  const slow = await proxiedClient(t, async ({path, method}): Promise<Fate> => {
    if (path !== '/_aliases' || method !== 'POST') return 'pass';
    calls += 1;
    if (calls === 1) return timedOut;
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

const isFlip = ({method, path, body}: Asked) =>
  method === 'POST' && path === '/_aliases' && body.includes('"add"');

/** Of the first flip this becomes, and before its outcome is read somebody does something. */
const losing = (fate: Fate, meanwhile: () => Promise<unknown>) => {
  let flips = 0;
  let isDone = false;
  return async (asked: Asked): Promise<Fate> => {
    if (isFlip(asked)) flips += 1;
    else if (flips === 1 && !isDone && asked.method === 'GET') {
      isDone = true;
      await meanwhile();
    }
    return isFlip(asked) && flips === 1 ? fate : 'pass';
  };
};

const rolledBack = async (indices: Indices) =>
  rollBack(indices, await rollbackTarget(indices), 'wrong');

test('a flip that timed out and is done only after a rollback and its repetition changes nothing', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  const bodies: string[] = [];
  const slow = await proxiedClient(t, async (asked): Promise<Fate> => {
    if (!isFlip(asked)) return 'pass';
    bodies.push(asked.body);
    return bodies.length === 1 ? timedOut : 'pass';
  });
  t.is(await flip({client: slow, prefix}, {candidate: second, expected: first}), undefined);
  await flip({client, prefix}, {candidate: first, expected: second});
  const late = client.indices.updateAliases(JSON.parse(bodies[0] ?? ''));
  await t.throwsAsync(late, {message: /aliases_not_found_exception/});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});

test('a flip that was not heard is refused when another generation went live before it is repeated', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second, third] = [await live(1), await held(2), await held(3)];
  const unheard = losing('lose the request', () =>
    flip({client, prefix}, {candidate: third, expected: first}),
  );
  const lossy = {client: await proxiedClient(t, unheard), prefix};
  const attempt = flip(lossy, {candidate: second, expected: first});
  await t.throwsAsync(attempt, {instanceOf: FlipRefused});
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: buildAliases(2), 3: liveAliases});
});

test('a promotion that an operator rolled back before its answer was known says so, and reinstates nothing', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  await live(1);
  await held(2);
  const unanswered = losing('lose the answer', () => rolledBack({client, prefix}));
  const lossy = {client: await proxiedClient(t, unanswered), prefix};
  t.like(await promote(lossy, {version: versionOf(2)}), {replacedBy: versionOf(1)});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
  const withdrawn = await withdrawnGenerations({client, prefix});
  t.is(withdrawn.length, 1);
  t.is(withdrawn[0]?.version, versionOf(2));
});

test('an import that an operator rolled back before its answer was known says so, and deletes nothing', async t => {
  const {client, prefix, runThrough} = anInstallation(t);
  await importFile(t, await markedExtract(t, 0), prefix);
  const lossy = losing('lose the answer', () => rolledBack({client, prefix}));
  const {code, stdout, stderr} = await runThrough(lossy, 'import', await markedExtract(t, 1));
  t.is(code, 0, stderr);
  const [before, after] = ['20261101-000000-0001', '20261101-000100-0002'];
  t.is(
    stdout.split('\n')[0],
    `${after} went live, and ${before} has replaced it since. ${before} stays live.`,
  );
  t.like(await rollbackTarget({client, prefix}).catch(error => error), {name: 'UsageError'});
  t.like(await promote({client, prefix}, {version: after}), {previous: before});
});

/** What the generations say of themselves, by their builds. */
const described = async (installation: ReturnType<typeof generations>) => {
  const stored = await storedGenerations(installation);
  const live = stored.find(({isLive}) => isLive);
  return {
    held: stored.filter(isHeld(live)).map(({build}) => build),
    chain: rollbackChain(stored).map(({build}) => build),
    forced: stored.map(({meta}) => meta?.forced),
    importedAt: stored.map(({meta}) => meta?.importedAt),
  };
};

test('a generation whose promotion was refused at the flip is held as before, and not pruned', async t => {
  const installation = generations(t);
  const {client, prefix, live, held, aliases} = installation;
  const expected = await live(1);
  const other = await held(2);
  const candidate = await held(3);
  const overtake = () => goLive({client, prefix}, {candidate: other, expected});
  const overtaken = await beforeFlips(t, overtake);
  const attempt = goLive({client: overtaken, prefix}, {candidate, expected, forced: 'it is right'});
  await t.throwsAsync(attempt, {instanceOf: FlipRefused});
  t.like(await described(installation), {
    held: [3],
    chain: [2, 1],
    forced: [undefined, undefined, undefined],
  });
  await prune({client, prefix}, 1);
  t.deepEqual(await aliases(), {2: liveAliases, 3: buildAliases(3)});

  await goLive({client, prefix}, {candidate, expected: other});
  t.like(await described(installation), {held: [], chain: [3, 2]});
});

test('what is killed before its flip leaves a held generation held, and where the others roll back to', async t => {
  const installation = generations(t);
  const {client, prefix, live, held} = installation;
  const [first, second, third] = [await live(1), await live(2), await live(3)];
  const waiting = await held(4);
  const before = await described(installation);
  const withoutFlips = await proxiedClient(t, ({path}): Fate => {
    return path === '/_aliases' ? 'lose the request' : 'pass';
  });
  for (const candidate of [waiting, second, first]) {
    const attempt = goLive(
      {client: withoutFlips, prefix},
      {candidate, expected: third, forced: 'it is right'},
      retryPolicyOf(100),
    );
    await t.throwsAsync(attempt, {instanceOf: EngineUnavailable});
    t.deepEqual(await described(installation), before);
  }
  t.like(before, {held: [4], chain: [3, 2, 1]});

  await goLive({client, prefix}, {candidate: second, expected: third});
  t.deepEqual((await described(installation)).chain, [2, 3]);
  await goLive({client, prefix}, {candidate: third, expected: second});
  t.deepEqual((await described(installation)).chain, [3, 2]);
  t.is((await storedGenerations(installation))[2]?.version, versionOf(3));
});
