import {getEventListeners} from 'node:events';
import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {limiter} from '#src/search/engine/limiter.ts';
import {coalesce} from '#src/search/engine/while-wanted.ts';
import type {Scope} from '../../helpers/scope.ts';

/** A stand-in for an engine: every request waits until the test lets it go, or ends. */
const requests = (t: Scope) => {
  let isOver = false;
  t.teardown(() => {
    isOver = true;
    for (const {reply} of sent) reply.resolve('');
  });
  const sent: {keys: readonly string[]; reply: PromiseWithResolvers<string>}[] = [];
  const ask = (keys: readonly string[]) => {
    const reply = Promise.withResolvers<string>();
    sent.push({keys, reply});
    if (isOver) reply.resolve('');
    return reply.promise;
  };
  const keysSent = () => sent.map(({keys}) => keys);
  return {sent, ask, keysSent};
};

const timeoutMs = 60_000;

const places = (places: number, waiting = 10) =>
  limiter({places, waiting, waitMs: timeoutMs}, {waiting: () => {}, refused: () => {}});

/** Lets everything run that only waits for promises that are already settled. */
const settled = () => new Promise(resolve => setImmediate(resolve));

/** Asks for the first key, which is sent, and then for the others. */
const askFor = async <Answer>(
  get: (key: string) => Promise<Answer>,
  [first = '', ...others]: readonly string[],
) => {
  const answer = get(first);
  await settled();
  return [answer, ...others.map(key => get(key))];
};

test('keys that are asked for at once leave together', async t => {
  const {ask, keysSent} = requests(t);
  const get = coalesce(ask, 2, places(1), timeoutMs);
  for (const key of ['a', 'b', 'c']) void get(key);
  t.deepEqual(keysSent(), []);
  await settled();
  t.deepEqual(keysSent(), [['a', 'b']]);
});

test('a batch never grows past its largest size; the others leave in order of arrival', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 2, places(1), timeoutMs);
  await askFor(get, ['a', 'b', 'c', 'd', 'e', 'f']);
  for (const index of [0, 1, 2]) {
    sent[index]?.reply.resolve('');
    await settled();
  }
  t.deepEqual(keysSent(), [['a'], ['b', 'c'], ['d', 'e'], ['f']]);
});

test('a key asked for twice is sent once, also when its batch is already full', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 2, places(1), timeoutMs);
  const answers = await askFor(get, ['a', 'b', 'c', 'b', 'd', 'c']);
  for (const [index, reply] of ['first', 'second', 'third'].entries()) {
    sent[index]?.reply.resolve(reply);
    await settled();
  }
  t.deepEqual(keysSent(), [['a'], ['b', 'c'], ['d']]);
  t.deepEqual(await Promise.all(answers), [
    'first',
    'second',
    'second',
    'second',
    'third',
    'second',
  ]);
});

test('a key whose request is under way is asked for anew: its answer may be older', async t => {
  const {sent, ask} = requests(t);
  const get = coalesce(ask, 10, places(1), timeoutMs);
  const answers = await askFor(get, ['a', 'a']);
  sent[0]?.reply.resolve('old');
  await settled();
  sent[1]?.reply.resolve('new');
  t.deepEqual(await Promise.all(answers), ['old', 'new']);
});

test('the error of a request reaches exactly its callers, and the next request is sent', async t => {
  const {sent, ask} = requests(t);
  const get = coalesce(ask, 2, places(1), timeoutMs);
  const answers = Promise.allSettled(await askFor(get, ['a', 'b', 'c', 'd']));
  const fault = new Error('lost');
  sent[0]?.reply.resolve('first');
  await settled();
  sent[1]?.reply.reject(fault);
  await settled();
  sent[2]?.reply.resolve('third');
  t.deepEqual(await answers, [
    {status: 'fulfilled', value: 'first'},
    {status: 'rejected', reason: fault},
    {status: 'rejected', reason: fault},
    {status: 'fulfilled', value: 'third'},
  ]);
});

test('a key whose only caller has left while it waited is not sent', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 10, places(1), timeoutMs);
  const caller = new AbortController();
  await askFor(get, ['a']);
  void get('b', caller.signal);
  void get('c');
  void get('d', caller.signal);
  void get('d');
  caller.abort();
  sent[0]?.reply.resolve('');
  await settled();
  t.deepEqual(keysSent(), [['a'], ['c', 'd']]);
});

test('a batch whose callers have all left is not sent, and one who comes then gets another', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 10, places(1), timeoutMs);
  const caller = new AbortController();
  await askFor(get, ['a']);
  const left = t.throwsAsync(get('b', caller.signal), {message: 'gone'});
  caller.abort(new Error('gone'));
  const stays = get('b');
  await left;
  sent[0]?.reply.resolve('');
  await settled();
  t.deepEqual(keysSent(), [['a'], ['b']]);
  sent[1]?.reply.resolve('found');
  t.is(await stays, 'found');
});

test('a request in flight is stopped once nobody waits for any of its keys', async t => {
  const signals: AbortSignal[] = [];
  const hang = (_: readonly string[], signal: AbortSignal) => {
    signals.push(signal);
    return signals.length === 1 ? Promise.resolve('first') : new Promise<never>(() => {});
  };
  const get = coalesce(hang, 10, places(1), timeoutMs);
  const [first] = await askFor(get, ['first']);
  const callers = [new AbortController(), new AbortController()];
  const left = callers.map(({signal}, at) =>
    t.throwsAsync(get(String(at), signal), {message: 'gone'}),
  );
  await first;
  await settled();
  callers[0]?.abort(new Error('gone'));
  await settled();
  t.false(signals[1]?.aborted);
  callers[1]?.abort(new Error('gone'));
  await Promise.all(left);
  t.true(signals[1]?.aborted);
});

test('who has an answer leaves nothing behind on the signal', async t => {
  const {sent, ask} = requests(t);
  const get = coalesce(ask, 10, places(1), timeoutMs);
  const {signal} = new AbortController();
  const answer = get('a', signal);
  await settled();
  t.is(getEventListeners(signal, 'abort').length, 1);
  sent[0]?.reply.resolve('found');
  await answer;
  t.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('a key whose caller has left already is in no batch', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 2, places(1), timeoutMs);
  await askFor(get, ['a']);
  const left = AbortSignal.abort(new Error('gone'));
  await t.throwsAsync(get('b', left), {message: 'gone'});
  for (const key of ['c', 'd']) void get(key);
  sent[0]?.reply.resolve('');
  await settled();
  t.deepEqual(keysSent(), [['a'], ['c', 'd']]);
});

test('a batch that is refused takes no more keys', async t => {
  const {sent, ask, keysSent} = requests(t);
  const get = coalesce(ask, 10, places(1, 0), timeoutMs);
  const [first] = await askFor(get, ['a']);
  await t.throwsAsync(get('b'), {instanceOf: SearchUnavailable});
  sent[0]?.reply.resolve('found');
  t.is(await first, 'found');
  void get('b').catch(() => {});
  await settled();
  t.deepEqual(keysSent(), [['a'], ['b']]);
  sent[1]?.reply.resolve('found');
});
