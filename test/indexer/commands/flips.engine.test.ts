import {hostname} from 'node:os';
import test from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {overview} from '#indexer/commands/status.ts';
import {prune} from '#indexer/generations/discard.ts';
import {withdraw, withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import {indexNames} from '#mappings/generation.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {type Decide, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {
  buildAliases,
  generations,
  liveAliases,
  promote,
  rollBack,
  serving,
  versionOf,
} from '../generations/generations.ts';
import {elsewhere, locks} from '../generations/locks.ts';

test('a rollback brings back version, import time and ETag of the API, is recorded, and cannot be repeated', async t => {
  const {client, prefix, live, aliases, run} = generations(t);
  await live(1);
  const {get} = await startKeyedCopy(t, prefix);
  const served = async () => {
    const {status, headers, body} = await get('/v1/dataset');
    return {status, etag: headers.etag, version: headers['x-dataset-version'], body};
  };
  const before = await served();
  t.like(before, {status: 200, version: versionOf(1)});
  await live(2);
  const between = await served();
  t.is(between.version, versionOf(2));
  t.not(between.etag, before.etag);

  const reason = 'half of it is missing';
  const {code, stdout, stderr} = await run('rollback', '--yes', '--reason', reason, '--json');
  t.is(code, 0, stderr);
  const told = {generation: versionOf(1), previous: versionOf(2)};
  t.like(JSON.parse(stdout), {...told, reason, notRecorded: null});
  const after = {...(before.body as object), serial: 3};
  const {etag: _, ...others} = before;
  t.like(await served(), {...others, body: after});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
  const contentId = '2'.padStart(64, '0');
  const marks = await withdrawnGenerations({client, prefix});
  t.like(marks, [{version: versionOf(2), contentId, reason}]);
  const [event] = await loggedEvents({client, prefix});
  t.like(event, {event: 'rolled-back', ...told, sentence: reason});

  const again = await run('rollback', '--yes');
  t.is(again.code, 2);
  t.is(again.stderr, `${versionOf(1)} is the first generation; there is none to roll back to.\n`);
  t.deepEqual((await served()).body, after);
});

test('a rollback does not lead to what was rolled back itself', async t => {
  const {client, prefix, aliases} = await serving(t, 1, 2);
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'half of it is missing');
  await promote({client, prefix}, {version: versionOf(2)});
  await promote({client, prefix}, {version: versionOf(1)});
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'too old');
  t.like(await aliases(), {2: liveAliases});
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    instanceOf: UsageError,
    message: `${versionOf(2)} replaced ${versionOf(1)}, which was itself taken out of service: too old. "promote ${versionOf(1)}" puts it live anyway.`,
  });
  t.is((await overview({client, prefix})).rollbackTo, null);
});

for (const part of ['vehicles', 'references'] as const) {
  test(`a generation whose ${part} were deleted by hand is no rollback target, and an import deletes the rest`, async t => {
    const {client, prefix, indices} = await serving(t, 1, 2);
    await client.indices.delete({index: indexNames(prefix, versionOf(1))[part]});
    t.is((await overview({client, prefix})).rollbackTo, null);
    await t.throwsAsync(rollbackTarget({client, prefix}), {message: /which no longer exists/});
    await t.throwsAsync(promote({client, prefix}, {version: versionOf(1)}), {
      message: /^There is no finished generation/,
    });
    await prune({client, prefix}, 2);
    t.false(Object.keys(await indices()).some(index => index.endsWith(versionOf(1))));
  });
}

test('there is no way back before anything is live, to what this release does not serve, or to what was pruned', async t => {
  const {client, prefix, live} = generations(t);
  const isRefused = async (message: RegExp) =>
    t.throwsAsync(rollbackTarget({client, prefix}), {message});
  await isRefused(/^No generation is live/);
  await live(1, {mappingVersion: 0});
  await live(2);
  await isRefused(/-0001 was written by another release/);
  await client.indices.delete({index: Object.values(indexNames(prefix, versionOf(1)))});
  await isRefused(new RegExp(`^${versionOf(2)} replaced ${versionOf(1)}, which no longer exists`));
});

test('a rollback that a new generation overtakes is refused, and leaves no mark but what was withdrawn before it', async t => {
  const {client, prefix, live, aliases} = await serving(t, 1, 2);
  const way = await rollbackTarget({client, prefix});
  await live(3);
  const refused = {instanceOf: FlipRefused};
  await t.throwsAsync(rollBack({client, prefix}, way, 'wrong'), refused);
  t.deepEqual((await aliases())[3], liveAliases);
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);

  const at = new Date().toISOString();
  const withdrawn = {version: versionOf(2), contentId: null, digest: null};
  const withdrawal = {...withdrawn, reason: 'known', at};
  await withdraw({client, prefix}, withdrawal);
  await t.throwsAsync(rollBack({client, prefix}, way, 'wrong'), refused);
  t.like(await withdrawnGenerations({client, prefix}), [withdrawal]);
});

test('a rollback that another one overtakes is refused, logs nothing, and leaves what that withdrew', async t => {
  const {client, prefix, aliases} = await serving(t, 1, 2, 3);
  const way = await rollbackTarget({client, prefix});
  await rollBack({client, prefix}, way, 'wrong');
  const changes = () => client.indices.get({index: `${prefix}changes-*`, expand_wildcards: 'all'});
  const before = [await aliases(), await changes(), await loggedEvents({client, prefix})];
  await t.throwsAsync(rollBack({client, prefix}, way, 'wrong, too'), {
    instanceOf: FlipRefused,
    message: `${versionOf(3)} is not live any more, so nothing was rolled back.`,
  });
  t.deepEqual([await aliases(), await changes(), await loggedEvents({client, prefix})], before);
  t.like(await withdrawnGenerations({client, prefix}), [{version: versionOf(3), reason: 'wrong'}]);
});

test('a rollback where nothing may be written names the block alone', async t => {
  const {runThrough, indices} = await serving(t, 1, 2);
  const before = await indices();
  const error = {
    type: 'cluster_block_exception',
    reason: 'index [x] blocked by: [read-only (api)];',
  };
  const readOnly: Decide = ({method, path}) =>
    method === 'PUT' && path.includes('changes-') ? {status: 403, body: {error}} : 'pass';
  const {code, stderr} = await runThrough(readOnly, 'rollback', '--yes');
  t.is(code, 1);
  t.regex(
    stderr,
    /^Elasticsearch refused a request: cluster_block_exception: .+\. Remove this .+\n$/,
  );
  t.deepEqual(await indices(), before);
});

test('a rollback works while a build runs, and says what becomes of the build', async t => {
  const {live, heldBy, document, run} = locks(t);
  await live(1);
  await live(2);
  await heldBy(elsewhere());
  const {code, stderr} = await run('rollback', '--yes');
  t.is(code, 0, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'Build 7 (import) is running on elsewhere. It began before this change, so it will be refused before it goes live; then run it again.',
  ]);
  t.is((await document())?.holder?.token, 'theirs');
});

test('a rollback says nothing of a prune, which is not refused', async t => {
  const {live, heldBy, run} = locks(t);
  for (const build of [1, 2]) await live(build);
  await heldBy(elsewhere({command: 'prune'}));
  const {code, stderr} = await run('rollback', '--yes');
  t.deepEqual([code, stderr], [0, '']);
});

test('a generation without its replicas is rolled back to, and that is said', async t => {
  const {client, prefix, aliases, run} = await serving(t, 1, 2);
  const index = Object.values(indexNames(prefix, versionOf(1)));
  await client.indices.putSettings({index, settings: {number_of_replicas: 1}});
  const {code, stderr} = await run('rollback', '--yes');
  t.is(code, 0, stderr);
  t.regex(
    sentencesOf(stderr).join('\n'),
    /^\S+-0001 has 3 of 6 shard copies on 1 data node; .+ Until all are there, losing a node can lose it\.$/,
  );
  t.like(await aliases(), {1: liveAliases});
});

const older = {extractedAt: '2026-11-08T02:15:00.000Z'};

test('a generation that was held goes live, the record says so, and then it is live already', async t => {
  const {client, prefix, live, held, aliases, metaOf, run} = generations(t);
  await live(1);
  const candidate = await held(2);
  const {code, stdout, stderr} = await run('promote', versionOf(2), '--json');
  t.is(code, 0, stderr);
  const told = {generation: versionOf(2), previous: versionOf(1)};
  const unforced = {outcome: 'promoted', forced: null, notRecorded: null};
  t.deepEqual(JSON.parse(stdout), {...told, ...unforced});
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});

  const [event] = await loggedEvents({client, prefix});
  const {importedAt, contentId} = (await metaOf(candidate)) ?? {};
  t.like(event, {...told, event: 'promoted', command: 'promote', importedAt, contentId});
  t.is(event?.host, hostname());
  t.true(Math.abs(Date.parse(event?.['@timestamp'] ?? '') - Date.now()) < 60_000);

  const again = await run('promote', versionOf(2));
  t.deepEqual([again.code, again.stdout], [0, `Already live: ${versionOf(2)}\n`]);
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
});

test('of two promotions of a generation at once one is logged, and it keeps what it replaced', async t => {
  const {client, prefix, held, metaOf, aliases} = await serving(t, 1, 2);
  const candidate = await held(3);
  await promote({client, prefix}, {version: versionOf(1)});
  let meanwhile: unknown;
  const slow = await proxiedClient(t, async ({path}): Promise<Fate> => {
    if (meanwhile !== undefined || !/changes-\d+-\w+\/_mapping/.test(path)) return 'pass';
    meanwhile = {};
    for (const build of [2, 3]) await promote({client, prefix}, {version: versionOf(build)});
    meanwhile = await metaOf(candidate);
    return 'pass';
  });
  const again = await promote({client: slow, prefix}, {version: versionOf(3), force: 'why not'});
  t.like(again, {outcome: 'already-live', previous: versionOf(2), forced: null});
  t.like(await aliases(), {3: liveAliases});
  t.deepEqual(await metaOf(candidate), meanwhile);
  const events = await loggedEvents({client, prefix});
  t.is(events.filter(({generation}) => generation === versionOf(3)).length, 1);
});

const refuses = test.macro({
  title: (_, what: string) => `${what} goes live only when a person forces it`,
  async exec(t, _what: string, meta: object, sentence: RegExp) {
    const {live, held, aliases, metaOf, run} = generations(t);
    await live(1);
    const candidate = await held(2, meta);
    const before = await aliases();
    const refused = await run('promote', versionOf(2));
    t.is(refused.code, 65, refused.stderr);
    t.regex(sentencesOf(refused.stderr).join('\n'), sentence);
    t.deepEqual(await aliases(), before);

    const {code, stderr} = await run('promote', versionOf(2), '--force', 'it has to be');
    t.is(code, 0, stderr);
    t.deepEqual((await aliases())[2], liveAliases);
    t.is((await metaOf(candidate))?.['forced'], 'it has to be');
  },
});

test(refuses, 'an older extract', older, /age: made at 2026-11-08.+2026-11-15.+--force/s);
test(refuses, 'a part of an extract', {limit: 10}, /whole: the first 10 records.+--force/s);

test('a reason that was not needed is written down all the same', async t => {
  const {client, prefix, live, held, metaOf} = generations(t);
  await live(1);
  const candidate = await held(2);
  t.is(
    (await promote({client, prefix}, {version: versionOf(2), force: 'why not'})).forced,
    'why not',
  );
  t.is((await metaOf(candidate))?.['forced'], 'why not');
  const [promoted] = await loggedEvents({client, prefix});
  t.is(promoted?.forced, 'why not');
});

test('a version that is not there, unfinished or still checked is wrong usage, and those there are are named', async t => {
  const {live, unfinished, held, heldBy, run} = locks(t);
  await live(1);
  await unfinished(2);
  await held(7);
  await heldBy(elsewhere({candidate: versionOf(7)}));
  for (const wanted of [versionOf(2), versionOf(7), '20200101-000000-0009']) {
    const {code, stderr} = await run('promote', wanted);
    t.is(code, 2);
    t.is(
      stderr,
      `There is no finished generation ${wanted}. Finished generations: ${versionOf(1)}.\n`,
    );
  }
});

test('a generation that the API of this release does not serve is not put live, forced or not', async t => {
  const {live, held, aliases, run} = generations(t);
  await live(1);
  await held(2, {mappingVersion: 0});
  const {code, stderr} = await run('promote', versionOf(2), '--force', 'yes');
  t.is(code, 2);
  t.regex(stderr, /-0002 was written by another release/);
  t.deepEqual((await aliases())[1], liveAliases);
});
