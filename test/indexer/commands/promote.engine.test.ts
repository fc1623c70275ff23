import test from 'ava';
import {promote} from '#indexer/commands/promote.ts';
import {withdraw, withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import {toVersion} from '#mappings/generation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {buildAliases, generations, liveAliases} from '../generations/generations.ts';

const version = (build: number) => `20261115-031500-000${build}`;

const older = {extractedAt: '2026-11-08T02:15:00.000Z'};

test('a generation that was held goes live, and the record says so', async t => {
  const {client, prefix, live, held, aliases, metaOf} = generations(t);
  await live(1);
  const candidate = await held(2);
  const {code, stdout, stderr} = await runIndexer(t, ['promote', version(2), '--json'], {
    INDEX_PREFIX: prefix,
  });
  t.is(code, 0, stderr);
  const told = {generation: version(2), previous: version(1)};
  t.deepEqual(JSON.parse(stdout), {
    ...told,
    outcome: 'promoted',
    forced: null,
    notRecorded: null,
  });
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});

  await client.indices.refresh({index: buildLogPattern(prefix)});
  const {hits} = await client.search({index: buildLogPattern(prefix)});
  const [event] = hits.hits.map(({_source}) => BuildEvent.parse(_source));
  const {importedAt, contentSha256} = (await metaOf(candidate)) ?? {};
  t.like(event, {...told, event: 'promoted', command: 'promote', importedAt, contentSha256});
});

test('what is live already is said, and nothing changes', async t => {
  const {prefix, live, aliases} = generations(t);
  await live(1);
  const {code, stdout} = await runIndexer(t, ['promote', version(1)], {INDEX_PREFIX: prefix});
  t.deepEqual([code, stdout], [0, `Already live: ${version(1)}\n`]);
  t.deepEqual(await aliases(), {1: liveAliases});
});

test('a first generation that was held goes live', async t => {
  const {client, prefix, held, aliases} = generations(t);
  await held(1);
  t.like(await promote({client, prefix}, {version: version(1)}), {previous: null});
  t.deepEqual(await aliases(), {1: liveAliases});
});

const refuses = test.macro({
  title: (_, what: string) => `${what} goes live only when a person forces it`,
  async exec(t, _what: string, meta: object, sentence: RegExp) {
    const {prefix, live, held, aliases, metaOf} = generations(t);
    await live(1);
    const candidate = await held(2, meta);
    const before = await aliases();
    const promoting = (...args: string[]) =>
      runIndexer(t, ['promote', version(2), ...args], {INDEX_PREFIX: prefix});
    const refused = await promoting();
    t.is(refused.code, 65, refused.stderr);
    t.regex(sentencesOf(refused.stderr).join('\n'), sentence);
    t.deepEqual(await aliases(), before);

    const {code, stderr} = await promoting('--force', 'it has to be');
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
    (await promote({client, prefix}, {version: version(2), force: 'why not'})).forced,
    'why not',
  );
  t.is((await metaOf(candidate))?.['forced'], 'why not');
  const [promoted] = await loggedEvents({client, prefix});
  t.is(promoted?.forced, 'why not');
});

test('a version that is not there, or is unfinished, is wrong usage, and those there are are named', async t => {
  const {prefix, live, unfinished} = generations(t);
  await live(1);
  await unfinished(2);
  for (const wanted of [version(2), '20200101-000000-0009']) {
    const {code, stderr} = await runIndexer(t, ['promote', wanted], {INDEX_PREFIX: prefix});
    t.is(code, 2);
    t.is(
      stderr,
      `There is no finished generation ${wanted}. Finished generations: ${version(1)}.\n`,
    );
  }
});

test('a generation that the API of this release does not serve is not put live, forced or not', async t => {
  const {prefix, live, held, aliases} = generations(t);
  await live(1);
  await held(2, {mappingVersion: 0});
  const {code, stderr} = await runIndexer(t, ['promote', version(2), '--force', 'yes'], {
    INDEX_PREFIX: prefix,
  });
  t.is(code, 2);
  t.regex(stderr, /-0002 was written by another release/);
  t.deepEqual((await aliases())[1], liveAliases);
});

test('what was taken out of service is served again when a person wants it', async t => {
  const {client, prefix, live, held} = generations(t);
  await live(1);
  const candidate = await held(2);
  const at = '2026-11-16T08:00:00.000Z';
  const refusal = {contentSha256: '2'.repeat(64), reason: 'wrong', at};
  await withdraw({client, prefix}, {...refusal, version: toVersion(candidate)});
  await promote({client, prefix}, {version: version(2)});
  t.deepEqual(await withdrawnGenerations({client, prefix}), []);
});
