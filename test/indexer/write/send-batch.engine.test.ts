import test from 'ava';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {sendBatch} from '#indexer/write/send-batch.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf, vehicleBatch} from './a-candidate.ts';

const policy = retryPolicyOf(10_000);

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
  t.deepEqual(
    answers.map(({status}) => status),
    [201, 201, 409, 400],
  );
});

test('an engine that answers 503 for a while is waited for', async t => {
  let requests = 0;
  const client = await proxiedClient(t, () => {
    requests += 1;
    return requests < 4 ? {status: 503, body: {status: 503}} : answerOf([item(201)]);
  });
  const answers = await sendBatch({client, alias: 'alias', policy}, vehicleBatch({1: 1}));
  t.deepEqual(answers, [{status: 201}]);
  t.is(requests, 4);
});

test('an engine that is away for longer than our policy is given up in words', async t => {
  const client = await proxiedClient(t, () => 'lose the request');
  const sending = sendBatch(
    {client, alias: 'alias', policy: retryPolicyOf(300)},
    vehicleBatch({1: 1}),
  );
  const error = await t.throwsAsync(sending, {instanceOf: EngineUnavailable});
  t.regex(error?.message ?? '', /does not answer at ELASTICSEARCH_NODES/);
  t.true(error?.cause instanceof Error);
});

test('an engine that stays too busy is given up with its own reason', async t => {
  const reason = 'blocked by: disk usage exceeded flood-stage watermark';
  const client = await proxiedClient(t, () =>
    answerOf([item(429, {type: 'cluster_block_exception', reason})]),
  );
  const sending = sendBatch(
    {client, alias: 'alias', policy: retryPolicyOf(300)},
    vehicleBatch({1: 1}),
  );
  await t.throwsAsync(sending, {instanceOf: EngineUnavailable, message: /flood-stage watermark/});
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
  t.deepEqual(
    answers.map(({status}) => status),
    [201, 201, 201, 409, 201],
  );
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

test('a wait for the engine ends when the import is to stop', async t => {
  const stop = new AbortController();
  const client = await proxiedClient(t, () => {
    stop.abort();
    return {status: 503, body: {status: 503}};
  });
  const policy = {maxMs: 60_000, signal: stop.signal};
  const sending = sendBatch({client, alias: 'alias', policy}, vehicleBatch({1: 1}));
  const error = await t.throwsAsync(sending);
  t.false(error instanceof EngineUnavailable, 'it was not waited for');
});
