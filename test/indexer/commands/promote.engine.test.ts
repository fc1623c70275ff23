import {hostname} from 'node:os';
import test from 'ava';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {
  buildAliases,
  generations,
  liveAliases,
  promote,
  versionOf,
} from '../generations/generations.ts';

const older = {extractedAt: '2026-11-08T02:15:00.000Z'};

test('a generation that was held goes live, and the record says so', async t => {
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
});

test('what is live already is said, and nothing changes', async t => {
  const {live, aliases, run} = generations(t);
  await live(1);
  const {code, stdout} = await run('promote', versionOf(1));
  t.deepEqual([code, stdout], [0, `Already live: ${versionOf(1)}\n`]);
  t.deepEqual(await aliases(), {1: liveAliases});
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

test('a version that is not there, or is unfinished, is wrong usage, and those there are are named', async t => {
  const {live, unfinished, run} = generations(t);
  await live(1);
  await unfinished(2);
  for (const wanted of [versionOf(2), '20200101-000000-0009']) {
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
