import test from 'ava';
import {backoff, EngineUnavailable, NotReady, retry} from '#indexer/write/retry.ts';
import {sendBatch} from '#indexer/write/send-batch.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf, vehicleBatch} from './a-candidate.ts';

const policy = retryPolicyOf(60_000);

const idsIn = ({body}: Asked): readonly string[] =>
  Array.from(body.matchAll(/"_id":"(\d+)"/g), ([, id = '']) => id);

const tooMany = {type: 'es_rejected_execution_exception', reason: 'the queue is full'};
const item = (status: number, error?: object) => ({create: {status, ...(error && {error})}});
const answerOf = (items: readonly object[]): Fate => ({
  status: 200,
  body: {errors: items.some(each => JSON.stringify(each).includes('error')), items},
});

/** An engine that answers for each id by a script of statuses; its last status stays. */
const scripted =
  (script: Readonly<Record<string, readonly number[]>>, sent: (readonly string[])[]) =>
  (asked: Asked): Fate => {
    const ids = idsIn(asked);
    const turn = (id: string) => sent.filter(each => each.includes(id)).length;
    const items = ids.map(id => {
      const statuses = script[id] ?? [201];
      const status = statuses[Math.min(turn(id), statuses.length - 1)] ?? 201;
      return item(status, status >= 300 ? {...tooMany, type: `because_${status}`} : undefined);
    });
    sent.push(ids);
    return answerOf(items);
  };

test('only what the engine was too busy for is sent again, and ends as taken', async t => {
  const sent: (readonly string[])[] = [];
  const script = {2: [429, 503, 201], 3: [409], 4: [429, 400]};
  const client = await proxiedClient(t, scripted(script, sent));
  const batch = vehicleBatch({1: 1, 2: 2, 3: 3, 4: 4});
  const answers = await sendBatch({client, alias: 'alias', policy}, batch);
  t.deepEqual(sent, [['1', '2', '3', '4'], ['2', '4'], ['2']]);
  const statuses = answers.map(({status}) => status);
  t.deepEqual(statuses, [201, 201, 409, 400]);
});

test('what the engine finds too large is sent in halves', async t => {
  const sent: (readonly string[])[] = [];
  const client = await proxiedClient(t, asked => {
    const ids = idsIn(asked);
    sent.push(ids);
    if (ids.length > 2) return {status: 413, body: {status: 413}};
    return answerOf(ids.map(id => item(id === '4' ? 409 : 201, id === '4' ? tooMany : undefined)));
  });
  const batch = vehicleBatch({1: 1, 2: 2, 3: 3, 4: 4, 5: 5});
  const answers = await sendBatch({client, alias: 'alias', policy}, batch);
  t.deepEqual(sent, [['1', '2', '3', '4', '5'], ['1', '2', '3'], ['1', '2'], ['3'], ['4', '5']]);
  const statuses = answers.map(({status}) => status);
  t.deepEqual(statuses, [201, 201, 201, 409, 201]);
});

test('one document that is too large for the engine ends the build', async t => {
  const client = await proxiedClient(t, () => ({status: 413, body: {status: 413}}));
  const sending = sendBatch({client, alias: 'alias', policy}, vehicleBatch({1: 1}));
  await t.throwsAsync(sending, {name: 'ResponseError'});
});

test('an answer that is not about the document ends the build with its reason', async t => {
  const blocked = {type: 'cluster_block_exception', reason: 'index is read-only'};
  const client = await proxiedClient(t, () => answerOf([item(201), item(403, blocked)]));
  const sending = sendBatch({client, alias: 'alias', policy}, vehicleBatch({1: 1, 2: 2}));
  await t.throwsAsync(sending, {message: /does not accept documents: index is read-only/});
});

test('an answer that leaves documents out is not taken for success', async t => {
  const client = await proxiedClient(t, () => answerOf([item(409, tooMany)]));
  const sending = sendBatch({client, alias: 'alias', policy}, vehicleBatch({1: 1, 2: 2}));
  await t.throwsAsync(sending, {message: /answered for 1 of 2 documents/});
});

test('waits double from 0.1 s to 10 s, and of each wait any part from half on is taken', t => {
  const most = [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000];
  for (const [attempt, limit] of most.entries()) {
    const waits = Array.from({length: 200}, () => backoff(attempt));
    t.true(waits.every(each => each >= limit / 2 && each <= limit));
    t.true(Math.max(...waits) - Math.min(...waits) > limit / 4, 'no two builders march in step');
  }
});

const gaveUp = test.macro({
  title: (_, what: string) => `an engine that ${what} is given up with a sentence about that`,
  async exec(t, _what: string, fate: Fate, message: RegExp) {
    const client = await proxiedClient(t, () => fate);
    const asking = retry(retryPolicyOf(200), () => client.indices.refresh());
    await t.throwsAsync(asking, {instanceOf: EngineUnavailable, message});
  },
});

const silent = /^Elasticsearch does not answer at ELASTICSEARCH_NODES/;
const full = {error: {type: 'circuit_breaking_exception', reason: '[parent] Data too large'}};
const busy =
  /^Elasticsearch accepts no requests for now \(\[parent\] Data too large\)\. Check its nodes, log, memory and disk, then run this again\.$/;
test(gaveUp, 'is away', 'lose the request', silent);
test(gaveUp, 'starts', {status: 503, body: {}}, silent);
test(gaveUp, 'has no memory left', {status: 429, body: full}, busy);

test('a pause ends with the reason of the signal', async t => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const failing = retry({maxMs: 60_000, signal: stop.signal}, async () => {
    setImmediate(() => stop.abort(reason));
    throw new NotReady('no_shard');
  });
  t.is(await t.throwsAsync(failing), reason);
});

test('a request that succeeds although the signal aborted has its result returned', async t => {
  const stop = new AbortController();
  const taken = await retry({maxMs: 60_000, signal: stop.signal}, async () => {
    stop.abort(new Error('stopped'));
    return 'taken';
  });
  t.is(taken, 'taken', 'what it changed has to be undone by the caller');
});
