import test from 'ava';
import {prune} from '#indexer/generations/discard.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {stamp, versionOf} from '../generations/generations.ts';
import {elsewhere, locks} from '../generations/locks.ts';

test('what is not needed is deleted when a person says yes, and nothing of others', async t => {
  const {client, prefix, live, held, aliases, indices, document, run} = locks(t);
  for (const build of [1, 2, 3]) await live(build);
  await held(4);
  const foreign = ['vehicles-backup', '.kibana_1', `vehicles-${stamp}-0001-copy`, 'other'];
  for (const name of foreign) await client.indices.create({index: `${prefix}${name}`});

  const unasked = await run('prune');
  t.is(unasked.code, 2);
  t.regex(unasked.stderr, /pass --yes/);
  t.true(`${prefix}vehicles-${versionOf(1)}` in (await indices()));

  const {code, stdout, stderr} = await run('prune', '--yes');
  t.is(code, 0, stderr);
  t.is(stdout, `Deleted: ${versionOf(1)}\n`);
  t.is(stderr, '');
  const fewer = await run('prune', '--keep', '1', '--yes', '--json');
  t.deepEqual(JSON.parse(fewer.stdout), {pruned: [versionOf(2)], notRecorded: null});
  t.is(
    fewer.stderr,
    `This deletes ${versionOf(2)}, the rollback target; rollback then has none.\n`,
  );
  const left = Object.keys(await indices());
  t.true(foreign.every(name => left.includes(`${prefix}${name}`)));
  const {3: third, 4: fourth} = await aliases();
  t.truthy(third && fourth);
  t.is((await document())?.holder, null);

  const nothing = await run('prune', '--keep', '1');
  t.deepEqual([nothing.code, nothing.stdout], [0, 'Nothing to delete.\n']);
});

test('while a build runs nothing is deleted', async t => {
  const {live, heldBy, aliases, run} = locks(t);
  for (const build of [1, 2, 3]) await live(build);
  await heldBy(elsewhere({heartbeatAt: new Date().toISOString()}));
  const {code, stderr} = await run('prune', '--yes');
  t.is(code, 75);
  t.regex(sentencesOf(stderr).join('\n'), /^Build 7 \(import\), process 4711/);
  t.deepEqual(Object.keys(await aliases()), ['1', '2', '3']);
});

test('of what a person agreed to lose nothing more is deleted than that', async t => {
  const {client, prefix, live, aliases} = locks(t);
  for (const build of [1, 2, 3, 4]) await live(build);
  await prune({client, prefix}, 2, [versionOf(1)]);
  t.deepEqual(Object.keys(await aliases()), ['2', '3', '4']);
});

test('fewer than one generation cannot be kept', async t => {
  const {code, stderr} = await runIndexer(t, ['prune', '--keep', '0']);
  t.is(code, 2);
  t.regex(stderr, /whole number from 1 to 100/);
});
