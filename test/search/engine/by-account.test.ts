import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {bulkhead} from '#src/search/engine/bulkhead.ts';
import {byAccount} from '#src/search/engine/by-account.ts';

const unwatched = {waiting: () => {}, refused: () => {}};

const limited = (concurrency: number, waiting: number) =>
  bulkhead({concurrency: () => concurrency, waiting, waitMs: 60_000}, unwatched);

/** So many places for work that ends when the test says so; two of each account wait. */
const startTurns = (places: number) => {
  const turnOf = byAccount(limited(places, 10), () => limited(1, 2));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const {signal} = new AbortController();
  return {
    begun,
    run: (account: string, name: string, left = signal) =>
      turnOf(account)(left, () => {
        begun.push(name);
        return new Promise<void>(resolve => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await wait();
    },
  };
};

test('a place goes to the account that has waited longest, however much another one wants', async t => {
  const {begun, run, end} = startTurns(1);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  void run('c', 'c1');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  t.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an account has one place, though others are free', async t => {
  const {begun, run, end} = startTurns(2);
  for (const name of ['a1', 'a2']) void run('a', name);
  void run('b', 'b1');
  await wait();
  t.deepEqual(begun, ['a1', 'b1']);
  await end('a1');
  t.deepEqual(begun, ['a1', 'b1', 'a2']);
});

test('of an account so many wait, and the next one is refused while others are not', async t => {
  const {begun, run, end} = startTurns(1);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  await t.throwsAsync(run('a', 'a4'), {instanceOf: SearchUnavailable});
  void run('b', 'b1');
  await end('a1');
  t.deepEqual(begun, ['a1', 'b1']);
});

test('who leaves takes no turn', async t => {
  const {begun, run, end} = startTurns(1);
  void run('a', 'a1');
  const caller = new AbortController();
  const left = ['b1', 'b2'].map(name => t.throwsAsync(run('b', name, caller.signal), {any: true}));
  void run('c', 'c1');
  caller.abort(new Error('gone'));
  await Promise.all(left);
  await end('a1');
  t.deepEqual(begun, ['a1', 'c1']);
});
