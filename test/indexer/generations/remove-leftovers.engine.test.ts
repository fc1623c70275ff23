import test from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {discard} from '#indexer/generations/discard.ts';
import {importExtract} from '#indexer/import.ts';
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {fixtureExtract, importOptions} from '../../helpers/extracts/import-extract.ts';
import {buildAliases, liveAliases, rollBack} from './generations.ts';
import {elsewhere, locks, quickClock} from './locks.ts';

test('who takes the lock removes what is unfinished, and leaves what is live or waits', async t => {
  const {take, live, unfinished, held, aliases, said} = locks(t);
  await unfinished(1);
  await live(2);
  await live(3);
  await held(4);
  await unfinished(5);
  await take();
  t.deepEqual(Object.keys(await aliases()), ['2', '3', '4']);
  t.deepEqual(said, [
    'Removed what earlier builds left behind: 20261115-031500-0001, 20261115-031500-0005.',
  ]);
});

test('a removal that was begun is finished', async t => {
  const {take, live, held, prefix, aliases} = locks(t);
  await live(1);
  const candidate = await held(2);
  const dying = await proxiedClient(t, ({method}) => (method === 'DELETE' ? forbidden : 'pass'));
  await t.throwsAsync(discard({client: dying, prefix}, candidate));
  t.deepEqual((await aliases())[2], []);
  await take();
  t.deepEqual(await aliases(), {1: liveAliases});
});

test('the candidate of a dead builder goes, also one that was ready to go live', async t => {
  const {take, live, held, heldBy, aliases} = locks(t);
  await live(1);
  await held(2);
  await held(7);
  await heldBy(elsewhere({candidate: '20261115-031500-0007'}));
  await take({clock: quickClock().clock});
  t.deepEqual(Object.keys(await aliases()), ['1', '2']);
});

test('the candidate of a dead builder stays when it is live, was rolled back, or is the one to roll back to', async t => {
  const {take, live, heldBy, aliases, client, prefix} = locks(t);
  const leave = async (lastBuild: number) => {
    await heldBy(elsewhere({candidate: '20261115-031500-0007'}), {lastBuild});
    await (await take({clock: quickClock().clock})).release();
  };
  await live(6);
  await live(7);
  await leave(7);
  t.deepEqual((await aliases())[7], liveAliases);
  await live(9);
  await leave(9);
  t.deepEqual(Object.keys(await aliases()), ['6', '7', '9']);
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'wrong');
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'wrong');
  await leave(9);
  t.deepEqual((await aliases())[6], liveAliases);
  t.true(7 in (await aliases()));
});

test('a generation that waits to go live stays when the lock of its complete build was never released', async t => {
  const {prefix, take, aliases, document} = locks(t);
  const client = await proxiedClient(
    t,
    ({path, body}): Fate =>
      path.includes('/_doc/lock') && body.includes('"holder":null') ? 'lose the request' : 'pass',
  );
  const options = {...importOptions(aFolder(t)), client, prefix, promote: false};
  const file = await fixtureExtract(t);
  t.is((await importExtract({...options, file})).outcome, 'held');
  t.truthy((await document())?.holder);
  await take({clock: quickClock().clock});
  t.deepEqual(Object.keys(await aliases()), ['1']);
});

test('what a builder left is remembered when its successor dies before it is removed', async t => {
  const {take, live, held, heldBy, document, aliases} = locks(t);
  await live(1);
  await held(7);
  await heldBy(elsewhere({candidate: '20261115-031500-0007'}));
  const {clock} = quickClock();
  const dying = await proxiedClient(t, ({path, method}) =>
    method === 'POST' && path === '/_aliases' ? forbidden : 'pass',
  );
  await t.throwsAsync(take({client: dying, clock}), {name: 'ResponseError'});
  t.like(await document(), {holder: null, abandoned: ['20261115-031500-0007']});
  await take();
  t.deepEqual(await aliases(), {1: liveAliases});
  t.deepEqual((await document())?.abandoned, []);
});

test('what somebody else’s alias points at stays', async t => {
  const {take, unfinished, client, prefix, aliases} = locks(t);
  await unfinished(1);
  await client.indices.putAlias({index: `${prefix}references-*`, name: `${prefix}of-mine`});
  await take();
  t.deepEqual(await aliases(), {1: ['of-mine', ...buildAliases(1)]});
});
