import test from 'ava';
import {pruneBefore} from '#indexer/generation/prune.ts';
import {anInstallation, type Installation} from '../../helpers/installation.ts';

const stamp = '20261115-031500';

const createGenerations = async ({client, prefix}: Installation, builds: readonly number[]) => {
  for (const build of builds) {
    await client.indices.create({index: `${prefix}vehicles-${stamp}-000${build}`});
    await client.indices.create({index: `${prefix}references-${stamp}-000${build}`});
  }
};

test('pruning removes every generation before the one to go back to, and no other', async t => {
  const installation = anInstallation(t);
  const {client, prefix, indices} = installation;
  await createGenerations(installation, [1, 2, 3, 4, 5]);
  const pruned = await pruneBefore(client, prefix, {stamp, build: 3});
  t.deepEqual(
    pruned.map(({build}) => build),
    [1, 2],
  );
  t.deepEqual(
    Object.keys(await indices()),
    ['references', 'vehicles'].flatMap(name =>
      [3, 4, 5].map(build => `${prefix}${name}-${stamp}-000${build}`),
    ),
  );
});

test('before there is a generation to go back to nothing is pruned', async t => {
  const installation = anInstallation(t);
  const {client, prefix, indices} = installation;
  await createGenerations(installation, [1, 2]);
  t.deepEqual(await pruneBefore(client, prefix, undefined), []);
  t.is(Object.keys(await indices()).length, 4);
});

test('an index whose name is not of our making, or that an alias holds, is never pruned', async t => {
  const installation = anInstallation(t);
  const {client, prefix, indices} = installation;
  await createGenerations(installation, [1, 2, 3]);
  const foreign = ['vehicles-backup', `vehicles-${stamp}-0001-copy`, 'vehicles', 'other'];
  for (const name of foreign) await client.indices.create({index: `${prefix}${name}`});
  await client.indices.putAlias({
    index: `${prefix}references-${stamp}-0001`,
    name: `${prefix}of-last-year`,
  });

  await pruneBefore(client, prefix, {stamp, build: 3});
  const left = Object.keys(await indices());
  t.true(foreign.every(name => left.includes(`${prefix}${name}`)));
  t.true(left.includes(`${prefix}vehicles-${stamp}-0001`), 'the other half of what is held');
  t.false(left.includes(`${prefix}vehicles-${stamp}-0002`));
});

test('a generation that is there by half is pruned like a whole one', async t => {
  const {client, prefix, indices} = anInstallation(t);
  await client.indices.create({index: `${prefix}references-${stamp}-0001`});
  await pruneBefore(client, prefix, {stamp, build: 2});
  t.deepEqual(await indices(), {});
});
