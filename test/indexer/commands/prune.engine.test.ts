import test from 'ava';
import {discard, GenerationInUse, prune} from '#indexer/generations/discard.ts';
import {engineProxy, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {
  beforeFlips,
  buildAliases,
  flip,
  generations,
  liveAliases,
  stamp,
  versionOf,
} from '../generations/generations.ts';
import {elsewhere, locks} from '../generations/locks.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';

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

test('a login that sees no index is told of the privilege that is missing', async t => {
  const hidden = ({path}: {readonly path: string}) => (/^\/_alias/.test(path) ? forbidden : 'pass');
  const ELASTICSEARCH_NODES = await engineProxy(t, hidden);
  const {code, stdout, stderr} = await runIndexer(t, ['prune'], {ELASTICSEARCH_NODES});
  t.deepEqual([code, stdout], [1, ''], stderr);
  t.regex(stderr, /Grant this privilege/);
});

test('while a build runs nothing is deleted', async t => {
  const {live, heldBy, aliases, run} = locks(t);
  for (const build of [1, 2]) await live(build);
  await heldBy(elsewhere({heartbeatAt: new Date().toISOString()}));
  const {code, stderr} = await run('prune', '--keep', '1', '--yes');
  t.is(code, 75);
  t.regex(sentencesOf(stderr).join('\n'), /^Build 7 \(import\), process 4711/m);
  t.deepEqual(Object.keys(await aliases()), ['1', '2']);
});

test('of what a person agreed to lose nothing more is deleted than that', async t => {
  const {client, prefix, live, aliases} = locks(t);
  for (const build of [1, 2, 3]) await live(build);
  await prune({client, prefix}, 1, [versionOf(1)]);
  t.deepEqual(Object.keys(await aliases()), ['2', '3']);
});

test('a generation that goes live while it is about to be pruned stays, and is not removed while it is live', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const [first, second] = [await live(1), await live(2)];
  const rollBack = () => flip({client, prefix}, {candidate: first, expected: second});
  const slow = await beforeFlips(t, rollBack);
  t.deepEqual(await prune({client: slow, prefix}, 1), []);
  const inUse = {instanceOf: GenerationInUse, message: /vehicles.* points at it/};
  await t.throwsAsync(discard({client, prefix}, first), inUse);
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});

for (const fate of ['lose the answer', 'lose the request'] as const) {
  test(`a removal goes on when its calls ${fate}`, async t => {
    const {prefix, held, indices} = generations(t);
    const generation = await held(1);
    const seen = new Set<string>();
    const client = await proxiedClient(t, ({method, path}) => {
      const isFirst = !seen.has(method + path);
      seen.add(method + path);
      return isFirst ? fate : 'pass';
    });
    await discard({client, prefix}, generation, retryPolicyOf(10_000));
    await t.notThrowsAsync(discard({client, prefix}, generation), 'there is nothing left');
    t.is(seen.size, 3, 'read, claim, delete');
    t.deepEqual(await indices(), {});
  });
}
