import {once} from 'node:events';
import test from 'ava';
import {LockLost, lockStore} from '#indexer/generations/lock.ts';
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {testPrefix} from '../../helpers/engines/test-index.ts';
import {elsewhere, locks} from './locks.ts';

/** A heartbeat every 50 ms. */
const lockMs = 300;

test('heartbeats are sent as time goes on, and none once the lock is released', async t => {
  const {take, prefix, document} = locks(t);
  const {promise: beaten, resolve: enough} = Promise.withResolvers<void>();
  let writes = 0;
  const client = await proxiedClient(t, ({method, path}): Fate => {
    if (method === 'PUT' && path.startsWith(`/${prefix}indexer-state-lock/_doc`)) writes += 1;
    if (writes === 4) enough();
    return 'pass';
  });
  const lock = await take({client, lockMs});
  const before = (await document())?.holder?.heartbeatAt ?? '';
  await beaten;
  await lock.release();
  t.is((await document())?.holder, null);
  const after = writes;
  const next = await take({lockMs});
  await next.release();
  t.is(writes, after);
  t.true(before !== '');
});

test('a builder whose lock was taken over is told to stop, and leaves it to the other', async t => {
  const {take, heldBy, document} = locks(t);
  const lock = await take({lockMs});
  const lost = once(lock.signal, 'abort');
  await heldBy(elsewhere());
  await lost;
  t.true(lock.signal.reason instanceof LockLost);
  await t.throwsAsync(lock.nameCandidate('20261115-031500-0001'), {instanceOf: LockLost});
  await lock.release();
  t.like(await document(), {lastBuild: 7, holder: {token: 'theirs'}});
});

test('a builder whose lock was deleted is told to stop, and makes none anew', async t => {
  const {take, client, prefix, document} = locks(t);
  const lock = await take({lockMs});
  const lost = once(lock.signal, 'abort');
  await client.indices.delete({index: `${prefix}indexer-state`});
  await lost;
  t.true(lock.signal.reason instanceof LockLost);
  await lock.release();
  t.is(await document(), undefined);
});

test('a heartbeat does not create the index anew where Elasticsearch would', async t => {
  const {client} = locks(t);
  // The test engine creates indices by itself whose names begin with a dot.
  const prefix = `.${testPrefix()}`;
  t.teardown(() => client.indices.delete({index: `${prefix}indexer-state`}, {ignore: [404]}));
  const document = {kind: 'lock' as const, lastBuild: 7, abandoned: [], holder: elsewhere()};
  const position = {if_seq_no: 3, if_primary_term: 1};
  t.is(await lockStore({client, prefix}).write(document, position), undefined);
  t.false(await client.indices.exists({index: `${prefix}indexer-state`}));
});

test('the index of an earlier release, without the alias, is written all the same', async t => {
  const {take, client, prefix, document} = locks(t);
  const index = `${prefix}indexer-state`;
  await (await take({lockMs})).release();
  await client.indices.deleteAlias({index, name: `${index}-lock`});
  await (await take({lockMs})).release();
  t.is((await document())?.lastBuild, 2);
});

test('an engine that is away for a while is not a lock that is lost', async t => {
  const {take, prefix} = locks(t);
  let refused = 0;
  const {promise: isBack, resolve: back} = Promise.withResolvers<void>();
  let isTaken = false;
  const client = await proxiedClient(t, ({method, path}): Fate => {
    if (!isTaken || method !== 'PUT' || !path.includes(`${prefix}indexer-state`)) return 'pass';
    refused += 1;
    if (refused <= 3) return refused === 2 ? 'lose the answer' : 'lose the request';
    back();
    return 'pass';
  });
  const lock = await take({client, lockMs});
  isTaken = true;
  await isBack;
  await lock.nameCandidate('20261115-031500-0001');
  t.false(lock.signal.aborted);
  await lock.release();
});

test('a lock that may not be written is lost with the reason', async t => {
  const {take} = locks(t);
  let isTaken = false;
  const client = await proxiedClient(t, ({method}) =>
    isTaken && method === 'PUT' ? forbidden : 'pass',
  );
  const lock = await take({client, lockMs});
  const lost = once(lock.signal, 'abort');
  isTaken = true;
  await lost;
  isTaken = false;
  t.regex(String(lock.signal.reason), /LockLost: The lock could not be kept \(security_exception/);
});

test('a build that is stopped is told so by the signal of its lock', async t => {
  const {take} = locks(t);
  const stop = new AbortController();
  const lock = await take({lockMs, signal: stop.signal});
  stop.abort(new Error('stopped'));
  t.is(lock.signal.reason, stop.signal.reason);
});
