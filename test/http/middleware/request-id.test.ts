import test from 'ava';
import {newAccountId, newApiKey} from '#core/access/api-key.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices} from '../../helpers/fakes/services.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('every response has its own request id', async t => {
  const api = await startApi(t, fakeServices());
  const answers = [await api.get('/v1/dataset'), await api.get('/v1/dataset')];
  const [first, second] = answers.map(({headers}) => String(headers['x-request-id']));
  t.regex(first ?? '', uuid);
  t.not(first, second);
});

const isEchoed = test.macro({
  title: (_, id: string) => `the client's own request id ${id.slice(0, 20)} is kept`,
  async exec(t, id: string) {
    const api = await startApi(t, fakeServices());
    const answer = await api.get('/nothing', {headers: {'X-Request-Id': id}});
    t.is(assertProblem(t, answer, 'RouteNotFound').requestId, id);
  },
});

test(isEchoed, 'a');
test(isEchoed, 'My_request-1.2');
test(isEchoed, 'x'.repeat(64));

const isReplaced = test.macro({
  title: (_, what: string) => `a request id with ${what} is replaced`,
  async exec(t, _: string, id: string | readonly string[]) {
    const api = await startApi(t, fakeServices());
    const {headers} = await api.get('/v1/dataset', {headers: {'X-Request-Id': id}});
    t.regex(String(headers['x-request-id']), uuid);
    t.is(api.lines.length, 1);
  },
});

const key = newApiKey('live', newAccountId());

const isKeptSecret = test.macro({
  title: (_, what: string) => `a request id that is ${what} is replaced`,
  async exec(t, _: string, id: string, keys: string | readonly string[] | undefined) {
    const api = await startApi(t, fakeServices());
    const answer = await api.get('/v1/dataset', {
      headers: {'X-Request-Id': id, 'X-Api-Key': keys},
    });
    t.regex(String(answer.headers['x-request-id']), uuid);
    t.false(api.lines.join().includes(id));
  },
});

test(isKeptSecret, 'the key', key, key);
test(isKeptSecret, 'the key of a header that was sent twice', key, [key, key]);
test(isKeptSecret, 'the second of two keys', key, [newApiKey('test', newAccountId()), key]);
test(isKeptSecret, 'the key in another case', key.toUpperCase(), key);
test(isKeptSecret, 'the key and more', `request-${key}.1`, key);
test(isKeptSecret, 'the end of the key', key.slice(-20), key);
test(isKeptSecret, 'a part of the key and more', `1.${key.slice(25, 33)}-2`, key);
test(isKeptSecret, 'a key, though none was sent', key, undefined);
test(isKeptSecret, 'the beginning of a key', `x${key.slice(0, 30)}`, 'another');

test('a request id that has as little of the key as chance may have is kept', async t => {
  const api = await startApi(t, fakeServices());
  const id = `${key.slice(-7)}-vdl`;
  const {headers} = await api.get('/v1/dataset', {headers: {'X-Request-Id': id, 'X-Api-Key': key}});
  t.is(headers['x-request-id'], id);
});

test(isReplaced, '65 characters', 'x'.repeat(65));
test(isReplaced, '10,000 characters', 'x'.repeat(10_000));
test(isReplaced, 'a quote', 'a"b');
test(isReplaced, 'a space', 'a b');
test(isReplaced, 'a second value', ['a', 'b']);
test(isReplaced, 'no characters', '');

const traceId = '0af7651916cd43dd8448eb211c80319c';

const traces = test.macro({
  title: (_, header: string) => `traceparent ${header} sets the trace id`,
  async exec(t, header: string) {
    const api = await startApi(t, fakeServices());
    const answer = await api.get('/nothing', {headers: {traceparent: header}});
    t.is(assertProblem(t, answer, 'RouteNotFound').traceId, traceId);
  },
});

test(traces, `00-${traceId}-b7ad6b7169203331-01`);
test(traces, `00-${traceId}-b7ad6b7169203331-00`);
test(traces, `01-${traceId}-b7ad6b7169203331-01`);
test(traces, `cc-${traceId}-b7ad6b7169203331-01-what-comes-later`);

const startsTrace = test.macro({
  title: (_, header: string) => `traceparent ${header} is malformed and starts a new trace`,
  async exec(t, header: string) {
    const api = await startApi(t, fakeServices());
    const answer = await api.get('/nothing', {headers: {traceparent: header}});
    t.not(assertProblem(t, answer, 'RouteNotFound').traceId, traceId);
  },
});

test(startsTrace, '');
test(startsTrace, 'x');
test(startsTrace, traceId);
test(startsTrace, `ff-${traceId}-b7ad6b7169203331-01`);
test(startsTrace, `00-${traceId}-0000000000000000-01`);
test(startsTrace, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`);
test(startsTrace, `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`);
test(startsTrace, `00-${traceId}-b7ad6b7169203331-01-more`);
test(startsTrace, `01-${traceId}-b7ad6b7169203331-01more`);
