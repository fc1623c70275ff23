import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {type Limits, limiter} from '#src/search/engine/limiter.ts';

type Options = Partial<Limits> & {readonly lookupsExpected?: () => boolean};

/** A limiter whose work ends when the test says so. */
const startLimiter = ({lookupsExpected, ...limits}: Options = {}) => {
  const counts = {waiting: 0, refused: 0};
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const limited = limiter(
    {places: 1, waiting: 10, waitMs: 60_000, ...limits},
    {
      waiting: change => {
        counts.waiting += change;
      },
      refused: () => {
        counts.refused += 1;
      },
    },
    lookupsExpected,
  );
  const run = (name: string, signal = new AbortController().signal, account?: string) =>
    limited(
      signal,
      () => {
        begun.push(name);
        const end = Promise.withResolvers<string>();
        ends.set(name, end);
        return end.promise;
      },
      account,
    );
  return {
    counts,
    begun,
    run,
    /** Runs work of the account that its name begins with. */
    runOf: (name: string, signal?: AbortSignal) => run(name, signal, name[0]),
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
  const {begun, run, end, counts} = startLimiter({places: 2});
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
  const {begun, run, end} = startLimiter({
    places: 3,
    givesWay: true,
    lookupsExpected: () => isBusy,
  });
  for (const name of ['a', 'b', 'c']) void run(name);
  t.deepEqual(begun, ['a']);
  await end('a');
  while (begun.length < 2) await wait(1);
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
  while (begun.length < 5) await wait(1);
  t.deepEqual(begun, ['a', 'b', 'c', 'd', 'e']);
});

test('work that fails leaves its place to the next', async t => {
  const {begun, run, fail} = startLimiter();
  const failing = t.throwsAsync(run('a'), {message: 'a failed'});
  void run('b');
  await fail('a');
  await failing;
  t.deepEqual(begun, ['a', 'b']);
});

test('what has waited too long is refused, and never begun', async t => {
  const {begun, run, end, counts} = startLimiter({waitMs: 1});
  void run('a');
  await t.throwsAsync(run('b'), {instanceOf: SearchUnavailable});
  t.deepEqual(counts, {waiting: 0, refused: 1});
  await end('a');
  void run('c');
  t.deepEqual(begun, ['a', 'c']);
});

test('who leaves while it waits makes room, and nothing is begun for it', async t => {
  const {begun, run, end, counts} = startLimiter({waiting: 1});
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
  const {begun, run, end, counts} = startLimiter({waitMs: 1});
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
  const {begun, run, end, counts} = startLimiter();
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
  const {begun, run, end} = startLimiter();
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

test('while there are lookups, a place stays empty after work for as long as that took', async t => {
  const {begun, run, end} = startLimiter({givesWay: true, lookupsExpected: () => true});
  const first = run('a');
  void run('b').catch(() => {});
  await wait(100);
  await end('a');
  t.is(await first, 'a is done', 'its result does not wait');
  await wait(20);
  t.deepEqual(begun, ['a']);
});

test('a place goes to the account that has waited longest, however much another one wants', async t => {
  const {begun, runOf, end} = startLimiter({accounts: 3});
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void runOf(name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  t.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('places that become free together go to several accounts', async t => {
  let isBusy = true;
  const lookupsExpected = () => isBusy;
  const {begun, runOf, end} = startLimiter({
    places: 3,
    givesWay: true,
    accounts: 3,
    lookupsExpected,
  });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void runOf(name);
  isBusy = false;
  await end('a1');
  t.deepEqual(begun, ['a1', 'b1', 'c1', 'a2']);
  await end('b1');
  t.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('of an account so many wait, and the next one is refused while others are not', async t => {
  const {begun, runOf, end} = startLimiter({waiting: 2, accounts: 2});
  for (const name of ['a1', 'a2', 'a3']) void runOf(name);
  await t.throwsAsync(runOf('a4'), {instanceOf: SearchUnavailable});
  void runOf('b1');
  await t.throwsAsync(runOf('c1'), {instanceOf: SearchUnavailable}, 'a third account');
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  t.deepEqual(begun, ['a1', 'b1', 'a2', 'a3']);
});

test('an account whose work leaves waits no longer', async t => {
  const {begun, runOf, end} = startLimiter({accounts: 2});
  void runOf('a1');
  const caller = new AbortController();
  const left = ['b1', 'b2'].map(name => t.throwsAsync(runOf(name, caller.signal), {any: true}));
  void runOf('c1');
  caller.abort(new Error('gone'));
  await Promise.all(left);
  await end('a1');
  t.deepEqual(begun, ['a1', 'c1']);
});
