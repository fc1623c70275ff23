import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import {cache, withDeadline} from '#src/search/engine/while-wanted.ts';
import {counted as countedBy} from '../../helpers/prometheus/counted.ts';

/** Loads its own count, so that a test sees which values were loaded anew. */
const counted = () => {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
};

test('values with a size are evicted once their sizes add up to more', async t => {
  const get = cache<string>('', 10, ({length}) => length);
  const loaded: string[] = [];
  const ask = (key: string, value: string) =>
    get(key, async () => {
      loaded.push(key);
      return value;
    });
  await ask('a', 'four');
  await ask('b', 'sixsix');
  await ask('a', 'four');
  t.deepEqual(loaded, ['a', 'b']);
  await ask('c', '1');
  await ask('a', 'four');
  await ask('b', 'sixsix');
  t.deepEqual(loaded, ['a', 'b', 'c', 'b']);
  t.is(await ask('d', 'longer than all that fits'), 'longer than all that fits');
});

test('a failed load reaches all its callers and is not kept', async t => {
  const get = cache<number>('', 2);
  const fail = () => Promise.reject(new Error('lost'));
  const failures = await Promise.allSettled([get('a', fail), get('a', fail)]);
  t.deepEqual(
    failures.map(({status}) => status),
    ['rejected', 'rejected'],
  );
  t.is(await get('a', counted()), 1);
});

test('a load is shared however long it takes, and its failure removes no other value', async t => {
  const get = cache<number>('', 1);
  const slow = Promise.withResolvers<number>();
  const failing = [get('a', () => slow.promise), get('a', counted())];
  const load = counted();
  await get('b', load);
  slow.reject(new Error('late'));
  for (const loading of failing) await t.throwsAsync(loading, {message: 'late'});
  t.is(await get('b', load), 1);
});

test('a load is given up once all its callers have left, and begun anew for the next one', async t => {
  const get = cache<number>('', 1);
  const signals: AbortSignal[] = [];
  const hang = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const callers = [new AbortController(), new AbortController()];
  const left = callers.map(({signal}) => t.throwsAsync(get('a', hang, signal)));
  callers[0]?.abort();
  t.false(signals[0]?.aborted);
  callers[1]?.abort();
  t.true(signals[0]?.aborted);
  const anew = Promise.withResolvers<number>();
  const next = get('a', () => anew.promise);
  await Promise.all(left);
  const shared = get('a', async () => t.fail('was begun a third time'));
  anew.resolve(2);
  t.deepEqual(await Promise.all([next, shared]), [2, 2]);
  t.is(await get('a', counted()), 2, 'the load that was given up takes nothing away');
});

test('for a caller that has left already nothing is begun, and nothing stays behind', async t => {
  const get = cache<number>('left', 2);
  const left = AbortSignal.abort(new Error('gone'));
  await t.throwsAsync(
    get('a', async () => t.fail('was begun'), left),
    {message: 'gone'},
  );
  t.is(await get('a', counted()), 1);
  const lookups = await countedBy(metrics.cacheLookups);
  t.true(lookups.includes('left missed 1'));
});

test('a cache tells how many entries it holds, and how many lookups it has spared', async t => {
  const get = cache<number>('told', 2);
  const load = counted();
  await Promise.all([get('a', load), get('a', load)]);
  await get('a', load);
  for (const key of ['b', 'c']) await get(key, load);
  t.true((await countedBy(metrics.cacheEntries)).includes('told 2'));
  const lookups = (await countedBy(metrics.cacheLookups)).filter(text => text.startsWith('told'));
  t.deepEqual(lookups, ['told hit 1', 'told joined 1', 'told missed 3']);
});

const never = () => new Promise<never>(() => {});

test('work that is late is unavailable', async t => {
  const error = await t.throwsAsync(withDeadline(1, undefined, never), {
    instanceOf: SearchUnavailable,
  });
  t.regex(String(error?.cause), /longer than 1 ms/);
});

test('work that is late is told to stop, and so is what is left of work that failed', async t => {
  const signals: AbortSignal[] = [];
  const hang = (signal: AbortSignal) => {
    signals.push(signal);
    return never();
  };
  const fail = (signal: AbortSignal) => {
    signals.push(signal);
    return Promise.reject(new Error('lost'));
  };
  await t.throwsAsync(withDeadline(1, undefined, hang));
  await t.throwsAsync(withDeadline(60_000, undefined, fail));
  t.deepEqual(
    signals.map(({aborted}) => aborted),
    [true, true],
  );
});

test('work whose caller leaves ends with the reason at once, and is told to stop', async t => {
  const caller = new AbortController();
  let told: AbortSignal | undefined;
  const work = withDeadline(60_000, caller.signal, signal => {
    told = signal;
    return never();
  });
  const reason = new Error('gone');
  caller.abort(reason);
  t.is(await t.throwsAsync(work), reason);
  t.is(told?.reason, reason);
  const unasked = withDeadline(60_000, caller.signal, async () => t.fail('was begun'));
  t.is(await t.throwsAsync(unasked), reason);
});
