import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import test from 'ava';
import {hedging} from '#src/search/live-queries.ts';

const generation = {vehiclesIndex: 'vehicles-1', referencesIndex: 'references-1'};

/** Hedges what is asked of an index with copies on these nodes, which it has read already. */
const hedgingOf = async (...nodes: readonly string[]) => {
  const searchShards = async () => ({nodes: Object.fromEntries(nodes.map(node => [node, {}]))});
  const connectionPool = {size: 1};
  const hedged = hedging({searchShards, connectionPool} as unknown as Client);
  await hedged(generation, () => Promise.resolve());
  return <Value>(ask: (preference: string | undefined) => Promise<Value>) =>
    hedged(generation, ask);
};

const never = Promise.withResolvers<never>().promise;

/** Hands out these answers one after another, and notes what was preferred for each. */
const answering = (...answers: readonly Promise<string>[]) => {
  const preferences: (string | undefined)[] = [];
  const ask = (preference: string | undefined) => {
    preferences.push(preference);
    return answers[preferences.length - 1] ?? never;
  };
  return {preferences, ask};
};

test('what is late is sent again, each time without another node, and the first answer counts', async t => {
  const hedged = await hedgingOf('a', 'b', 'c');
  const late = answering(never, never, never, Promise.resolve('last'));
  t.is(await hedged(late.ask), 'last');
  const [first, ...repeated] = late.preferences;
  t.is(first, undefined);
  t.deepEqual(repeated.toSorted(), ['_prefer_nodes:a,b', '_prefer_nodes:a,c', '_prefer_nodes:b,c']);
  const slow = answering(wait(2000, 'first'));
  t.is(await hedged(slow.ask), 'first');
  t.is(slow.preferences.length, 4);
});

test('a node without which answers come is avoided at once where many are late', async t => {
  const hedged = await hedgingOf('a', 'b', 'c');
  /** As if `b` stood still. */
  const ask = async (preference: string | undefined) =>
    preference === '_prefer_nodes:a,c' ? 'answer' : never;
  const next = async () => {
    const asked = answering(Promise.resolve('first'));
    await hedged(asked.ask);
    return asked.preferences;
  };
  t.is(await hedged(ask), 'answer');
  t.deepEqual(await next(), [undefined], 'one is no pattern');
  t.deepEqual(await Promise.all([1, 2, 3].map(() => hedged(ask))), Array(3).fill('answer'));
  t.deepEqual(await next(), ['_prefer_nodes:a,c']);
});

test('an error in time is not asked about again; of two, the first one counts', async t => {
  const hedged = await hedgingOf('a', 'b', 'c');
  const inTime = answering(Promise.reject(new Error('first')));
  await t.throwsAsync(hedged(inTime.ask), {message: 'first'});
  t.is(inTime.preferences.length, 1);
  const first = wait(600).then(() => Promise.reject(new Error('first')));
  const second = wait(10).then(() => Promise.reject(new Error('second')));
  await t.throwsAsync(hedged(answering(first, second).ask), {message: 'first'});
  const failing = wait(600).then(() => Promise.reject(new Error('first')));
  t.is(await hedged(answering(failing, wait(300, 'second')).ask), 'second');
});

test('of what a slow cluster is asked, no more than ten at once are asked twice', async t => {
  const hedged = await hedgingOf('a', 'b', 'c');
  let asked = 0;
  const ask = () => {
    asked += 1;
    return wait(600, 'slow');
  };
  await Promise.all(Array.from({length: 300}, () => hedged(ask)));
  t.is(asked, 310);
});

test('of a cluster that was fast, one in twenty is asked twice once it is slow', async t => {
  const hedged = await hedgingOf('a', 'b', 'c');
  for (let number = 0; number < 400; number += 1) await hedged(() => Promise.resolve('fast'));
  let asked = 0;
  for (let number = 0; number < 60; number += 1) {
    await hedged(() => {
      asked += 1;
      return number % 2 === 0 ? Promise.resolve('fast') : wait(30, 'slow');
    });
  }
  t.true(asked <= 60 + 10 + 60 * 0.05, `${asked}`);
});

test('one node is asked once', async t => {
  const hedged = await hedgingOf('a');
  const late = answering(wait(600, 'first'));
  t.is(await hedged(late.ask), 'first');
  t.deepEqual(late.preferences, [undefined]);
});
