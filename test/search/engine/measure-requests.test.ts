import test, {type ExecutionContext} from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import {measureRequests} from '#src/search/engine/requests.ts';
import {counted} from '../../helpers/prometheus/counted.ts';
import {absentEngine, faultyEngine, hungEngine, servingClient} from '../stand-in-engine.ts';

/** What is counted of a search of this engine, which is given up with this reason. */
const countedOf = async (t: ExecutionContext, address: string, reason?: Error) => {
  const client = servingClient(t, address);
  metrics.elasticsearch.reset();
  measureRequests(client);
  const left = new AbortController();
  const {signal} = left;
  const search = client.search({index: 'some_vehicles'}, {signal, requestTimeout: 60_000});
  if (reason) setTimeout(() => left.abort(reason), 50);
  await t.throwsAsync(search);
  return counted(metrics.elasticsearch);
};

test.serial(
  'a request is counted by what it asked for and what came of it, once for all attempts',
  async t => {
    t.deepEqual(await countedOf(t, await absentEngine()), ['search connection 1']);
    t.deepEqual(await countedOf(t, await faultyEngine(t, 503, {})), ['search 503 1']);
  },
);

test.serial('a deadline is told apart from a client who leaves', async t => {
  const address = await hungEngine(t);
  t.deepEqual(await countedOf(t, address, new SearchUnavailable()), ['search timeout 1']);
  t.deepEqual(await countedOf(t, address, new Error('left')), ['search aborted 1']);
});
