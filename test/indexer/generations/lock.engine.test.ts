import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {hasEnded, LockHeld, LockLost, lockStore, ownProcess} from '#indexer/generations/lock.ts';
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {testPrefix} from '../../helpers/engines/test-index.ts';
import {elasticsearchNode as node} from '../../helpers/environment.ts';
import {elsewhere, lockMs, locks, quickClock} from './locks.ts';

test('of two builds that take over at once one runs', async t => {
  const {take, heldBy} = locks(t);
  await heldBy(elsewhere());
  const taking = [quickClock(), quickClock()].map(({clock}) => take({clock}));
  const outcomes = await Promise.allSettled(taking);
  t.deepEqual(outcomes.map(({status}) => status).toSorted(), ['fulfilled', 'rejected']);
  t.true(outcomes.some(each => each.status === 'rejected' && each.reason instanceof LockHeld));
});

test('a build that runs is told of at once: which, where, since when, and what to do', async t => {
  const {take, heldBy, said} = locks(t);
  await heldBy(elsewhere());
  const {clock, waited} = quickClock('2026-11-15T10:00:59.000Z');
  await t.throwsAsync(take({clock}), {
    instanceOf: LockHeld,
    message:
      'Build 7 (import), process 4711 on host elsewhere, has been running since 2026-11-15T09:00:00.000Z; ' +
      'its last heartbeat was at 2026-11-15T10:00:00.000Z. Nothing was started. Run this again ' +
      'when it has ended; if it hangs, end that process first.',
  });
  t.is(waited(), 0);
  t.deepEqual(said, []);
});

for (const [what, heartbeatAt] of [
  ['long ago', '2026-11-15T10:00:00.000Z'],
  ['far in the future', '2099-01-01T00:00:00.000Z'],
] as const) {
  test(`a holder elsewhere whose last heartbeat is ${what} is taken over when it stays silent`, async t => {
    const {take, heldBy, said, document} = locks(t);
    await heldBy(elsewhere({heartbeatAt}));
    const {clock, waited} = quickClock();
    t.is((await take({clock})).build, 8);
    t.is(waited(), lockMs);
    t.deepEqual(said, [
      'Build 7 (import), process 4711 on host elsewhere, sent its last heartbeat at ' +
        `${heartbeatAt}. If it sends none within 60 s, this build takes over.`,
    ]);
    t.is((await document())?.holder?.pid, process.pid);
  });
}

test('a holder whose clock is wrong is not taken over while it gives signs of life', async t => {
  const {take, heldBy} = locks(t);
  await heldBy(elsewhere());
  let looks = 0;
  const {clock, waited} = quickClock('2026-11-15T12:00:00Z', async () => {
    looks += 1;
    if (looks === 12) await heldBy(elsewhere());
  });
  await t.throwsAsync(take({clock}), {instanceOf: LockHeld});
  t.is(waited(), lockMs);
});

for (const [where, minutes] of [
  ['back', -5],
  ['ahead', 5],
] as const) {
  test(`a clock that is put ${where} while a holder is watched changes nothing of how long that takes`, async t => {
    const {take, heldBy} = locks(t);
    await heldBy(elsewhere());
    const {clock, waited} = quickClock('2026-11-15T12:00:00Z', async () => {
      if (waited() > lockMs) throw new Error('It was waited for too long.');
    });
    const date = () => new Date(clock.date().getTime() + (waited() > 0 ? minutes * 60_000 : 0));
    t.is((await take({clock: {...clock, date}})).build, 8);
    t.is(waited(), lockMs);
  });
}

test('a lock that is released while it is watched is free', async t => {
  const {take, heldBy, store} = locks(t);
  const held = await heldBy(elsewhere());
  const {clock, waited} = quickClock('2026-11-15T12:00:00Z', async () => {
    await store.write({...held.document, holder: null}, held.position);
  });
  t.is((await take({clock})).build, 8);
  t.true(waited() < lockMs);
});

test('time in which the engine was away does not count as silence', async t => {
  const {take, heldBy, prefix} = locks(t);
  await heldBy(elsewhere());
  let looks = 0;
  let away = 0;
  const client = await proxiedClient(t, ({path}): Fate => {
    if (!path.includes(`${prefix}indexer-state/_doc/lock`) || away === 0) return 'pass';
    away -= 1;
    return 'lose the request';
  });
  const {clock, waited} = quickClock('2026-11-15T12:00:00Z', async () => {
    looks += 1;
    if (looks === 11) away = 1;
  });
  await take({client, clock});
  t.is(waited(), lockMs + (11 * lockMs) / 12);
});

test('a take-over that is interrupted ends with the reason', async t => {
  const {take, heldBy} = locks(t);
  await heldBy(elsewhere());
  const stop = new AbortController();
  const {clock} = quickClock('2026-11-15T12:00:00Z', async () => stop.abort(new Error('stopped')));
  await t.throwsAsync(take({signal: stop.signal, clock}), {message: 'stopped'});
});

test('numbers follow one another whatever the clock says, and none comes twice', async t => {
  const {take, held, client, prefix} = locks(t);
  const at = (date: string) => ({clock: quickClock(date).clock});
  const first = await take(at('2026-11-15T12:00:00Z'));
  await first.release();
  const second = await take(at('2020-01-01T00:00:00Z'));
  const {stamp, build} = await held(second.build);
  await second.release();
  await client.indices.delete({index: [`${prefix}vehicles-${stamp}-000${build}`]});
  await client.indices.delete({index: [`${prefix}references-${stamp}-000${build}`]});
  const third = await take(at('2019-01-01T00:00:00Z'));
  t.deepEqual([first.build, second.build, third.build], [1, 2, 3]);
});

test('a number follows those of the generations that are there, when the lock was lost', async t => {
  const {take, held} = locks(t);
  await held(41);
  t.is((await take()).build, 42);
});

test('lost answers are found out: one number, the candidate named, the lock released', async t => {
  const {take, document} = locks(t);
  const seen = new Map<string, number>();
  const client = await proxiedClient(t, ({method, path}): Fate => {
    const time = (seen.get(method + path) ?? 0) + 1;
    seen.set(method + path, time);
    return method !== 'GET' && time % 2 === 1 ? 'lose the answer' : 'pass';
  });
  const lock = await take({client});
  t.is(lock.build, 1);
  await lock.nameCandidate('20261115-031500-0001');
  t.is((await document())?.holder?.candidate, '20261115-031500-0001');
  await lock.release();
  t.like(await document(), {lastBuild: 1, holder: null});
  t.false(lock.signal.aborted);
});

test('a lock that cannot be released is said, and is no failure', async t => {
  const {take, said} = locks(t);
  let isAway = false;
  const client = await proxiedClient(t, () => (isAway ? 'lose the request' : 'pass'));
  const lock = await take({client});
  isAway = true;
  await lock.release();
  isAway = false;
  t.deepEqual(said, ['The lock could not be released; the next build takes it over.']);
});

const program = fileURLToPath(new URL('./holder-process.ts', import.meta.url));

/** A process that has the lock and a candidate. */
const aBuilder = async (t: ExecutionContext, prefix: string) => {
  const child = spawn(process.execPath, [program, node, prefix, '600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  t.is(said, 'built 1\n');
  return child;
};

/** No time passes for whoever uses it, though the time of day is long after. */
const later = () => quickClock('2099-01-01T00:00:00Z');

test('a builder that lives on this machine is not taken over', async t => {
  const {take, prefix} = locks(t);
  await aBuilder(t, prefix);
  await t.throwsAsync(take(), {instanceOf: LockHeld});
});

test('a builder that was killed on this machine is taken over at once, and its candidate removed', async t => {
  const {take, prefix, aliases, said, document} = locks(t);
  const child = await aBuilder(t, prefix);
  t.deepEqual(Object.keys(await aliases()), ['1']);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const {clock, waited} = quickClock();
  const lock = await take({clock});
  t.is(lock.build, 2);
  t.is(waited(), 0);
  t.regex(
    said.join('\n'),
    /^Build 1 \(import\), process \d+ on .+, ended without releasing the lock\./,
  );
  t.deepEqual(await aliases(), {});
  t.deepEqual((await document())?.abandoned, []);
});

test('a builder that is stopped past the time it is given is taken over, and ends when it wakes', async t => {
  const {take, prefix, aliases} = locks(t);
  const child = await aBuilder(t, prefix);
  child.kill('SIGSTOP');
  const {clock, waited} = later();
  const lock = await take({clock});
  t.is(waited(), lockMs);
  t.deepEqual(await aliases(), {});
  const woken = once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  t.deepEqual(await woken, ['LockLost\n']);
  t.deepEqual(await ended, [0, null]);
  t.false(lock.signal.aborted);
});

test('a process is known by its start: another one of the same number is not it', async t => {
  const own = await ownProcess();
  t.truthy(own);
  const {pid} = process;
  t.false(await hasEnded({pid, process: own}));
  t.true(await hasEnded({pid, process: own && {...own, startTime: '1'}}));
});

test('of a process of another boot, container or system it is not known whether it has ended', async t => {
  const own = await ownProcess();
  const pid = 2 ** 22;
  t.true(await hasEnded({pid, process: own}));
  t.false(await hasEnded({pid, process: own && {...own, bootId: 'another'}}));
  t.false(await hasEnded({pid, process: own && {...own, pidNamespace: 'pid:[1]'}}));
  t.false(await hasEnded({pid, process: null}));
});

/** A heartbeat every 50 ms. */
const brief = {lockMs: 300};

test('heartbeats are sent as time goes on, and none once the lock is released', async t => {
  const {take, prefix, document} = locks(t);
  const {promise: beaten, resolve: enough} = Promise.withResolvers<void>();
  let writes = 0;
  const client = await proxiedClient(t, ({method, path}): Fate => {
    if (method === 'PUT' && path.startsWith(`/${prefix}indexer-state-lock/_doc`)) writes += 1;
    if (writes === 4) enough();
    return 'pass';
  });
  const lock = await take({client, ...brief});
  const before = (await document())?.holder?.heartbeatAt ?? '';
  await beaten;
  await lock.release();
  t.is((await document())?.holder, null);
  const after = writes;
  const next = await take(brief);
  await next.release();
  t.is(writes, after);
  t.true(before !== '');
});

test('a builder whose lock was taken over is told to stop, and leaves it to the other', async t => {
  const {take, heldBy, document} = locks(t);
  const lock = await take(brief);
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
  const lock = await take(brief);
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
  await (await take(brief)).release();
  await client.indices.deleteAlias({index, name: `${index}-lock`});
  await (await take(brief)).release();
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
  const lock = await take({client, ...brief});
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
  const lock = await take({client, ...brief});
  const lost = once(lock.signal, 'abort');
  isTaken = true;
  await lost;
  isTaken = false;
  t.regex(String(lock.signal.reason), /LockLost: The lock could not be kept \(security_exception/);
});

test('a build that is stopped is told so by the signal of its lock', async t => {
  const {take} = locks(t);
  const stop = new AbortController();
  const lock = await take({signal: stop.signal});
  stop.abort(new Error('stopped'));
  t.is(lock.signal.reason, stop.signal.reason);
});
