import test from 'ava';
import {cache} from '#src/search/engine/cache.ts';

/** Loads its own count, so that a test sees which values were loaded anew. */
const counted = () => {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
};

test('a value is loaded once and then cached', async t => {
  const get = cache<number>(2);
  const load = counted();
  t.is(await get('a', load), 1);
  t.is(await get('a', load), 1);
  t.is(await get('b', load), 2);
});

test('concurrent callers share a load', async t => {
  const get = cache<number>(2);
  const load = counted();
  t.deepEqual(await Promise.all([get('a', load), get('a', load)]), [1, 1]);
});

test('values with a size are evicted once their sizes add up to more', async t => {
  const get = cache<string>(10, ({length}) => length);
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

test('the least recently used value is evicted first', async t => {
  const get = cache<number>(2);
  const load = counted();
  await get('a', load);
  await get('b', load);
  await get('a', load);
  await get('c', load);
  t.is(await get('a', load), 1, 'used since');
  t.is(await get('b', load), 4, 'evicted');
});

test('a failed load reaches all its callers and is not kept', async t => {
  const get = cache<number>(2);
  const fail = () => Promise.reject(new Error('lost'));
  const failures = await Promise.allSettled([get('a', fail), get('a', fail)]);
  t.deepEqual(
    failures.map(({status}) => status),
    ['rejected', 'rejected'],
  );
  t.is(await get('a', counted()), 1);
});

test('the failure of an evicted load does not remove a newer value', async t => {
  const get = cache<number>(1);
  const slow = Promise.withResolvers<number>();
  const failing = t.throwsAsync(get('a', () => slow.promise));
  await get('b', counted());
  const load = counted();
  await get('a', load);
  slow.reject(new Error('late'));
  await failing;
  t.is(await get('a', load), 1);
});

test('a load that is evicted still reaches its callers', async t => {
  const get = cache<number>(1);
  const slow = Promise.withResolvers<number>();
  const waiting = get('a', () => slow.promise);
  await get('b', counted());
  slow.resolve(7);
  t.is(await waiting, 7);
});
