import test from 'ava';
import {createCandidate} from '#indexer/generation/candidate.ts';
import {proxiedClient} from '../../helpers/engine-proxy.ts';
import {anInstallation} from '../../helpers/installation.ts';

const stamp = '20261115-031500';

test('builders that start at once take different numbers, whatever their extracts', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const stamps = [stamp, stamp, '20261108-031500', '20261122-031500'];
  const candidates = await Promise.all(stamps.map(each => createCandidate(client, prefix, each)));
  t.deepEqual(
    candidates.map(({build}) => build).toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  );
  t.deepEqual(
    candidates.map(candidate => candidate.stamp),
    stamps,
  );
  t.is(Object.keys(await indices()).length, 8);
});

test('a number follows the highest there is, of whichever extract', async t => {
  const {client, prefix} = anInstallation(t);
  await client.indices.create({index: `${prefix}references-20270101-000000-0041`});
  await client.indices.create({index: `${prefix}vehicles-backup-0099`});
  t.deepEqual(await createCandidate(client, prefix, stamp), {stamp, build: 42});
});

test('a candidate whose second index cannot be created leaves no first one', async t => {
  const {prefix, indices} = anInstallation(t);
  const client = await proxiedClient(t, ({method, path}) =>
    method === 'PUT' && path.includes('references-')
      ? {status: 400, body: {error: {type: 'validation_exception', reason: 'full'}, status: 400}}
      : 'pass',
  );
  const attempt = createCandidate(client, prefix, stamp);
  await t.throwsAsync(attempt, {message: /validation_exception/});
  t.deepEqual(await indices(), {});
});
