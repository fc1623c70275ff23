import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {bulkhead, type Limits} from '#src/search/engine/bulkhead.ts';

/** A bulkhead whose work ends when the test says so. */
const startBulkhead = ({
  concurrency = 1,
  ...limits
}: Partial<Omit<Limits, 'concurrency'>> & {
  readonly concurrency?: number | (() => number);
} = {}) => {
  const counts = {waiting: 0, refused: 0};
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const bound = bulkhead(
    {
      concurrency: typeof concurrency === 'number' ? () => concurrency : concurrency,
      waiting: 10,
      waitMs: 60_000,
      ...limits,
    },
    {
      waiting: change => {
        counts.waiting += change;
      },
      refused: () => {
        counts.refused += 1;
      },
    },
  );
  const run = (name: string, signal = new AbortController().signal) =>
    bound(signal, () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  return {
    counts,
    begun,
    run,
    end: async (name: string) => {
      ends.get(name)?.resolve(`${name} is done`);
      await wait();
    },
    fail: async (name: string) => {
      ends.get(name)?.reject(new Error(`${name} failed`));
      await wait();
    },
  };
};

test('as much work is under way as allowed, and the rest waits in order of arrival', async t => {
  const {begun, run, end, counts} = startBulkhead({concurrency: 2});
  const results = Promise.all(['a', 'b', 'c', 'd'].map(name => run(name)));
  t.deepEqual(begun, ['a', 'b'], 'at once');
  t.is(counts.waiting, 2);
  await end('b');
  t.deepEqual(begun, ['a', 'b', 'c']);
  await end('a');
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
  await end('c');
  await end('d');
  t.deepEqual(await results, ['a is done', 'b is done', 'c is done', 'd is done']);
  t.deepEqual(counts, {waiting: 0, refused: 0});
});

test('while there are fewer places, less work is begun, and what waits keeps its order', async t => {
  let isBusy = true;
  const {begun, run, end} = startBulkhead({concurrency: () => (isBusy ? 1 : 3)});
  for (const name of ['a', 'b', 'c']) void run(name);
  t.deepEqual(begun, ['a']);
  await end('a');
  t.deepEqual(begun, ['a', 'b']);
  isBusy = false;
  void run('d');
  t.deepEqual(begun, ['a', 'b'], 'no place is taken before those that wait');
  await end('b');
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
  isBusy = true;
  void run('e');
  await end('c');
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
  await end('d');
  t.deepEqual(begun, ['a', 'b', 'c', 'd', 'e']);
});

test('work that fails leaves its place to the next', async t => {
  const {begun, run, fail} = startBulkhead();
  const failing = t.throwsAsync(run('a'), {message: 'a failed'});
  void run('b');
  await fail('a');
  await failing;
  t.deepEqual(begun, ['a', 'b']);
});

test('what finds too many waiting is refused at once', async t => {
  const {begun, run, end, counts} = startBulkhead({waiting: 1});
  void run('a');
  void run('b');
  await t.throwsAsync(run('c'), {instanceOf: SearchUnavailable});
  t.deepEqual(counts, {waiting: 1, refused: 1});
  await end('a');
  await end('b');
  void run('d');
  t.deepEqual(begun, ['a', 'b', 'd'], 'and what comes later is not');
});

test('what has waited too long is refused, and never begun', async t => {
  const {begun, run, end, counts} = startBulkhead({waitMs: 1});
  void run('a');
  await t.throwsAsync(run('b'), {instanceOf: SearchUnavailable});
  t.deepEqual(counts, {waiting: 0, refused: 1});
  await end('a');
  void run('c');
  t.deepEqual(begun, ['a', 'c']);
});

test('who leaves while it waits makes room, and nothing is begun for it', async t => {
  const {begun, run, end, counts} = startBulkhead({waiting: 1});
  void run('a');
  const caller = new AbortController();
  const left = t.throwsAsync(run('b', caller.signal), {message: 'gone'});
  caller.abort(new Error('gone'));
  await left;
  void run('c');
  await end('a');
  t.deepEqual(begun, ['a', 'c']);
  t.deepEqual(counts, {waiting: 0, refused: 0});
});

test('work that has begun waits no longer: it is neither refused nor left', async t => {
  const {begun, run, end, counts} = startBulkhead({waitMs: 1});
  const caller = new AbortController();
  void run('a');
  void run('b', caller.signal);
  await end('a');
  caller.abort();
  await wait(20);
  t.deepEqual(begun, ['a', 'b']);
  t.deepEqual(counts, {waiting: 0, refused: 0});
});

test('who has left already takes no place and waits for none', async t => {
  const {begun, run, end, counts} = startBulkhead();
  const left = AbortSignal.abort(new Error('gone'));
  await t.throwsAsync(run('a', left), {message: 'gone'});
  void run('b');
  await t.throwsAsync(run('c', left), {message: 'gone'});
  t.is(counts.waiting, 0);
  await end('b');
  void run('d');
  t.deepEqual(begun, ['b', 'd']);
});

test('one who leaves at the moment its turn comes loses no place', async t => {
  const {begun, run, end} = startBulkhead();
  void run('a');
  const caller = new AbortController();
  void run('b', caller.signal).catch(() => {});
  const ended = end('a');
  caller.abort(new Error('gone'));
  await ended;
  await end('b');
  void run('c');
  t.true(begun.includes('c'));
});

test('after work a place stays empty for as long as is set, and its result does not wait', async t => {
  const {begun, run, end} = startBulkhead({pauseMs: tookMs => 1000 * tookMs});
  const first = run('a');
  void run('b').catch(() => {});
  await wait(2);
  await end('a');
  t.is(await first, 'a is done', 'its result does not wait');
  await wait(20);
  t.deepEqual(begun, ['a']);
});
