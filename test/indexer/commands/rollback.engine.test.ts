import test from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {promote} from '#indexer/commands/promote.ts';
import {rollBack, rollbackTarget} from '#indexer/commands/rollback.ts';
import {overview} from '#indexer/commands/status.ts';
import {FlipRefused} from '#indexer/generations/go-live.ts';
import {withdraw, withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import {startCopy} from '../../helpers/api/start-copy.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {startRedis} from '../../helpers/engines/redis.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {buildAliases, generations, liveAliases} from '../generations/generations.ts';
import {elsewhere, locks} from '../generations/locks.ts';

const version = (build: number) => `20261115-031500-000${build}`;

test('a rollback brings back version, import time and ETag of the API, and cannot be repeated', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const {redis} = await startRedis(t);
  const {key} = await anAccount(redis);
  await live(1);
  const copy = await startCopy(t, {elasticsearch: client, redis}, prefix);
  const served = async () => {
    const {status, headers, body} = await copy.get('/v1/dataset', {headers: {'X-Api-Key': key}});
    const {etag} = headers;
    return {status, etag, version: headers['x-dataset-version'], body};
  };
  const before = await served();
  t.like(before, {status: 200, version: version(1)});
  await live(2);
  const between = await served();
  t.is(between.version, version(2));
  t.not(between.etag, before.etag);

  const {code, stdout, stderr} = await runIndexer(
    t,
    ['rollback', '--yes', '--reason', 'half of it is missing', '--json'],
    {INDEX_PREFIX: prefix},
  );
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {
    generation: version(1),
    previous: version(2),
    reason: 'half of it is missing',
    notRecorded: null,
  });
  t.deepEqual(await served(), before);
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});

  const again = await runIndexer(t, ['rollback', '--yes'], {INDEX_PREFIX: prefix});
  t.is(again.code, 2);
  t.is(again.stderr, `${version(1)} is the first generation; there is none to roll back to.\n`);
  t.deepEqual(await served(), before);
});

test('the generation that is left is marked with its content, and the record tells of it', async t => {
  const {client, prefix, live} = generations(t);
  await live(1);
  await live(2);
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'half of it is missing');
  const [mark] = await withdrawnGenerations({client, prefix});
  const contentSha256 = '2'.padStart(64, '0');
  t.like(mark, {version: version(2), contentSha256, reason: 'half of it is missing'});

  await client.indices.refresh({index: buildLogPattern(prefix)});
  const {hits} = await client.search({index: buildLogPattern(prefix)});
  const [event] = hits.hits.map(({_source}) => BuildEvent.parse(_source));
  t.like(event, {
    event: 'rolled-back',
    generation: version(1),
    previous: version(2),
    sentence: 'half of it is missing',
  });
});

test('a rollback does not lead to what was rolled back itself', async t => {
  const {client, prefix, live, aliases} = generations(t);
  await live(1);
  await live(2);
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'half of it is missing');
  await promote({client, prefix}, {version: version(2)});
  await promote({client, prefix}, {version: version(1)});
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'too old');
  t.like(await aliases(), {2: liveAliases});
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    instanceOf: UsageError,
    message: `${version(2)} replaced ${version(1)}, which was itself taken out of service: too old. "promote ${version(1)}" puts it live anyway.`,
  });
  t.is((await overview({client, prefix})).rollbackTo, null);
});

test('nothing is rolled back where nobody can be asked, unless --yes says so', async t => {
  const {client, prefix, live, aliases} = generations(t);
  await live(1);
  await live(2);
  const {code, stderr} = await runIndexer(t, ['rollback'], {INDEX_PREFIX: prefix});
  t.is(code, 2);
  t.regex(stderr, /pass --yes/);
  t.deepEqual((await aliases())[2], liveAliases);
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);
});

test('before anything is live, and once the one before was pruned, there is no way back', async t => {
  const {client, prefix, live} = generations(t);
  await t.throwsAsync(rollbackTarget({client, prefix}), {message: /^No generation is live/});
  await live(1);
  await live(2);
  await client.indices.delete({
    index: [`${prefix}vehicles-${version(1)}`, `${prefix}references-${version(1)}`],
  });
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    message: new RegExp(`^${version(2)} replaced ${version(1)}, which no longer exists`),
  });
});

test('there is no way back to a generation that the API of this release does not serve', async t => {
  const {client, prefix, live} = generations(t);
  await live(1, {mappingVersion: 0});
  await live(2);
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    message: /-0001 was written by another release/,
  });
});

test('a rollback that a new generation overtakes is refused and leaves no mark', async t => {
  const {client, prefix, live, aliases} = generations(t);
  await live(1);
  await live(2);
  const way = await rollbackTarget({client, prefix});
  await live(3);
  await t.throwsAsync(rollBack({client, prefix}, way, 'wrong'), {instanceOf: FlipRefused});
  t.deepEqual((await aliases())[3], liveAliases);
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);
});

test('a rollback that is refused leaves what was withdrawn before it', async t => {
  const {client, prefix, live} = generations(t);
  await live(1);
  await live(2);
  const way = await rollbackTarget({client, prefix});
  const at = new Date().toISOString();
  const withdrawal = {version: version(2), contentSha256: null, reason: 'known', at};
  await withdraw({client, prefix}, withdrawal);
  await live(3);
  await t.throwsAsync(rollBack({client, prefix}, way, 'wrong'), {instanceOf: FlipRefused});
  t.like(await withdrawnGenerations({client, prefix}), [withdrawal]);
});

test('a rollback works while a build runs, and says what becomes of the build', async t => {
  const {prefix, live, heldBy, document} = locks(t);
  await live(1);
  await live(2);
  await heldBy(elsewhere());
  const {code, stderr} = await runIndexer(t, ['rollback', '--yes'], {INDEX_PREFIX: prefix});
  t.is(code, 0, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'Build 7 (import) is running on elsewhere. It began before this change, so it will be refused when it is about to go live; run it again then.',
  ]);
  t.is((await document())?.holder?.token, 'theirs');
});
