import test from 'ava';
import {prune} from '#indexer/generations/discard.ts';
import {flip} from '#indexer/generations/go-live.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {buildAliases, generations, liveAliases, stamp} from './generations.ts';

const numbers = (pruned: readonly {readonly build: number}[]) => pruned.map(({build}) => build);

test('pruning keeps the live generation and those it replaced, as many as are asked for', async t => {
  const {client, prefix, live, aliases} = generations(t);
  for (const build of [1, 2, 3, 4]) await live(build);
  t.deepEqual(numbers(await prune({client, prefix}, 3)), [1]);
  t.deepEqual(numbers(await prune({client, prefix}, 2)), [2]);
  t.deepEqual(await aliases(), {3: buildAliases(3), 4: liveAliases});
  t.deepEqual(numbers(await prune({client, prefix}, 1)), [3]);
  t.deepEqual(numbers(await prune({client, prefix}, 1)), []);
  t.deepEqual(await aliases(), {4: liveAliases});
});

test('what is kept to go back to is what was live before, not the number before', async t => {
  const {client, prefix, live, held, aliases} = generations(t);
  await live(1);
  await held(2);
  await live(3);
  t.deepEqual(numbers(await prune({client, prefix}, 2)), [2]);
  t.deepEqual(await aliases(), {1: buildAliases(1), 3: liveAliases});
});

test('what is held to go live later stays, and so does what a build may be filling', async t => {
  const {client, prefix, live, held, unfinished, aliases} = generations(t);
  await unfinished(1);
  await live(2);
  await held(3);
  await unfinished(4);
  t.deepEqual(numbers(await prune({client, prefix}, 2)), [1]);
  t.deepEqual(Object.keys(await aliases()), ['2', '3', '4']);
});

test('what was rolled back from goes with the next pruning', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const [first, second] = [await live(1), await live(2)];
  await flip({client, prefix}, {candidate: first, expected: second});
  t.deepEqual(numbers(await prune({client, prefix}, 2)), [2]);
  t.deepEqual(await aliases(), {1: liveAliases});
});

test('while no generation is live nothing is pruned', async t => {
  const {client, prefix, held, unfinished, aliases} = generations(t);
  await held(1);
  await unfinished(2);
  t.deepEqual(await prune({client, prefix}, 1), []);
  t.deepEqual(Object.keys(await aliases()), ['1', '2']);
});

test('an index whose name is not of our making, or that an alias holds, is never pruned', async t => {
  const {client, prefix, live, indices} = generations(t);
  for (const build of [1, 2, 3]) await live(build);
  const foreign = ['vehicles-backup', `vehicles-${stamp}-0001-copy`, 'other'];
  for (const name of foreign) await client.indices.create({index: `${prefix}${name}`});
  await client.indices.putAlias({
    index: `${prefix}references-${stamp}-0001`,
    name: `${prefix}of-last-year`,
  });

  t.deepEqual(numbers(await prune({client, prefix}, 1)), [2]);
  const left = Object.keys(await indices());
  t.true(foreign.every(name => left.includes(`${prefix}${name}`)));
  t.true(left.includes(`${prefix}vehicles-${stamp}-0001`), 'the other half of what is held');
});

test('a generation that is there by half is pruned like a whole one', async t => {
  const {client, prefix, live, aliases} = generations(t);
  await client.indices.create({index: `${prefix}references-${stamp}-0001`});
  await live(2);
  t.deepEqual(numbers(await prune({client, prefix}, 2)), [1]);
  t.deepEqual(await aliases(), {2: liveAliases});
});

test('a generation that goes live while it is about to be pruned stays', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const [first, second] = [await live(1), await live(2)];
  const slow = await proxiedClient(t, async ({method, path}): Promise<Fate> => {
    if (method === 'POST' && path === '/_aliases') {
      await flip({client, prefix}, {candidate: first, expected: second});
    }
    return 'pass';
  });
  t.deepEqual(await prune({client: slow, prefix}, 1), []);
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});
