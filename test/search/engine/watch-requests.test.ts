import test, {type ExecutionContext} from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {watchRequests} from '#src/search/engine/requests.ts';
import {absentEngine, faultyEngine, hungEngine, servingClient} from '../stand-in-engine.ts';

/** What is told of a search of this engine, which is given up with this reason. */
const toldOf = async (t: ExecutionContext, address: string, reason?: Error) => {
  const client = servingClient(t, address);
  const told: string[] = [];
  watchRequests(client, (operation, outcome, seconds) => {
    t.true(seconds >= 0);
    told.push(`${operation} ${outcome}`);
  });
  const left = new AbortController();
  const {signal} = left;
  const search = client.search({index: 'some_vehicles'}, {signal, requestTimeout: 60_000});
  if (reason) setTimeout(() => left.abort(reason), 50);
  await t.throwsAsync(search);
  return told;
};

test('a request is told with what it asked for and what came of it, once for all attempts', async t => {
  t.deepEqual(await toldOf(t, await absentEngine()), ['search connection']);
  t.deepEqual(await toldOf(t, await faultyEngine(t, 503, {})), ['search 503']);
});

test('a deadline is told apart from a client who leaves', async t => {
  const address = await hungEngine(t);
  t.deepEqual(await toldOf(t, address, new SearchUnavailable()), ['search timeout']);
  t.deepEqual(await toldOf(t, address, new Error('left')), ['search aborted']);
});
