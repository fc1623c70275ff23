import test from 'ava';
import {backoff, EngineUnavailable, NotReady, retry} from '#indexer/write/retry.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf} from './a-candidate.ts';

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

test(
  gaveUp,
  'is away',
  'lose the request',
  /^Elasticsearch does not answer at ELASTICSEARCH_NODES/,
);
test(gaveUp, 'starts', {status: 503, body: {}}, /^Elasticsearch does not answer at/);
test(
  gaveUp,
  'has no memory left',
  {
    status: 429,
    body: {error: {type: 'circuit_breaking_exception', reason: '[parent] Data too large'}},
  },
  /^Elasticsearch accepts no requests for now \(\[parent\] Data too large\)\. Check its nodes, log, memory and disk, then run this again\.$/,
);

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
