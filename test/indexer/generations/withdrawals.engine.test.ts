import test from 'ava';
import {toExitCode} from '#indexer/exit-codes.ts';
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {reinstate, withdraw, withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {beforeFlips, generations, goLive, promote} from './generations.ts';

const withdrawal = {
  version: '20261115-031500-0002',
  contentId: '2'.repeat(64),
  digest: '2'.repeat(16),
  reason: 'half of the makes are missing',
  at: '2026-11-16T08:00:00.000Z',
};

test('what is taken out of service is stored with its content, and can be reinstated; before, there is nothing', async t => {
  const {client, prefix} = generations(t);
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);
  await t.notThrowsAsync(reinstate({client, prefix}, withdrawal.version));
  const later = {...withdrawal, version: '20261122-031500-0003', at: '2026-11-23T08:00:00.000Z'};
  await withdraw({client, prefix}, withdrawal);
  await withdraw({client, prefix}, later);
  const stored = await withdrawnGenerations({client, prefix});
  t.like(stored, [{version: later.version}, withdrawal]);
  await reinstate({client, prefix}, later.version);
  t.is((await withdrawnGenerations({client, prefix})).length, 1);
});

test('what an earlier release took out of service stays so, although its content is not known', async t => {
  const {client, prefix} = generations(t);
  const {contentId: _, digest: __, ...before} = withdrawal;
  const document = {kind: 'refused', ...before, contentSha256: '2'.repeat(64)};
  const keyword = {type: 'keyword'} as const;
  const properties = {kind: keyword, version: keyword, contentSha256: keyword, reason: keyword};
  await client.indices.create({
    index: stateIndex(prefix),
    mappings: {dynamic: 'strict', properties: {...properties, at: {type: 'date'}}},
  });
  await client.index({index: stateIndex(prefix), document, refresh: true});
  const unknown = {contentId: null, digest: null};
  t.like(await withdrawnGenerations({client, prefix}), [{...before, ...unknown}]);
  await withdraw({client, prefix}, {...withdrawal, version: '20261122-031500-0003'});
  t.is((await withdrawnGenerations({client, prefix})).length, 2);
});

test('a withdrawal that somebody changed is told with how to delete it', async t => {
  const {client, prefix} = generations(t);
  await withdraw({client, prefix}, withdrawal);
  const [index, id] = [stateIndex(prefix), `refused-${withdrawal.version}`];
  const document = {kind: 'refused', version: withdrawal.version};
  await client.index({index, id, document, refresh: true});
  const error = await t.throwsAsync(withdrawnGenerations({client, prefix}), {
    name: 'DocumentDamaged',
  });
  const {code, sentence, stack} = toExitCode(error);
  t.is(code, 1);
  t.is(stack, undefined);
  t.regex(sentence, /is not as this release writes it \(reason: /);
  t.true(sentence.endsWith(`delete it: DELETE /${index}/_doc/${id}.`), sentence);
});

test('a generation that a person puts live again is not withdrawn when it goes live, even if all ends there', async t => {
  const {client, prefix, live, held} = generations(t);
  await live(1);
  await held(2);
  await withdraw({client, prefix}, withdrawal);
  let atFlip: readonly unknown[] = [withdrawal];
  const watched = await beforeFlips(t, async () => {
    atFlip = await withdrawnGenerations({client, prefix});
  });
  await promote({client: watched, prefix}, {version: withdrawal.version});
  t.deepEqual(atFlip, []);
});

test('a rollback that is killed before its flip can be taken back by promoting what stayed live', async t => {
  const {client, prefix, live, run, runKilled} = generations(t);
  await live(1);
  await live(2);
  const isFlip = ({path}: Asked) => path === '/_aliases';
  t.true(await runKilled(isFlip, 'lose the request', ['rollback', '--yes']));
  t.like(await withdrawnGenerations({client, prefix}), [{version: withdrawal.version}]);
  const {code, stdout} = await run('promote', withdrawal.version);
  t.deepEqual([code, stdout], [0, `Already live: ${withdrawal.version}\n`]);
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);
});

test('a generation that was withdrawn stays so when it does not go live after all', async t => {
  const {client, prefix, live, held} = generations(t);
  const expected = await live(1);
  await held(2);
  const other = await held(3);
  await withdraw({client, prefix}, withdrawal);
  const overtake = () => goLive({client, prefix}, {candidate: other, expected});
  const overtaken = await beforeFlips(t, overtake);
  await t.throwsAsync(promote({client: overtaken, prefix}, {version: withdrawal.version}), {
    instanceOf: FlipRefused,
  });
  t.like(await withdrawnGenerations({client, prefix}), [withdrawal]);

  const stopped = new AbortController();
  const stopping = await proxiedClient(t, ({method, path}): Fate => {
    if (method === 'DELETE' && path.includes('refused-')) stopped.abort(new Error('stopped'));
    return 'pass';
  });
  const force = 'right';
  await t.throwsAsync(
    promote({client: stopping, prefix}, {version: withdrawal.version, force}, stopped.signal),
    {message: 'stopped'},
  );
  t.like(await withdrawnGenerations({client, prefix}), [withdrawal]);
});

test('the first reason stays, also when its response was lost', async t => {
  const {client, prefix} = generations(t);
  let isLost = false;
  const losing = await proxiedClient(t, ({path}): Fate => {
    if (isLost || !path.includes('refused-')) return 'pass';
    isLost = true;
    return 'lose the answer';
  });
  await withdraw({client: losing, prefix}, withdrawal);
  await withdraw({client, prefix}, {...withdrawal, reason: 'another'});
  const stored = await withdrawnGenerations({client, prefix});
  t.is(stored.length, 1);
  t.is(stored[0]?.reason, withdrawal.reason);
});
