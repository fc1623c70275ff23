import test from 'ava';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

/** Services whose lookups answer with this error alone. */
const failingWith = (error: unknown) => {
  const fail = async () => {
    throw error;
  };
  return fakeServices({vehicles: {byId: fail, byPlate: fail, search: fail}});
};

test('where no data has been imported yet, a client is told to ask again in half a minute', async t => {
  const api = await startApi(t, failingWith(new DatasetNotLoaded()));
  const refused = await api.get('/v1/vehicles/1');
  assertProblem(t, refused, 'DatasetNotLoaded');
  t.is(refused.headers['retry-after'], '30');
});

test('where the data cannot be searched, a client is told so, and not why', async t => {
  const cause = new Error('connect ECONNREFUSED elastic.internal:9200, index vehicles-1');
  const api = await startApi(t, failingWith(new SearchUnavailable({cause})));
  const refused = await api.get('/v1/vehicles/1');
  const problem = assertProblem(t, refused, 'SearchUnavailable');
  t.is(refused.headers['retry-after'], '5');
  t.notRegex(JSON.stringify(problem), /elastic|vehicles-1/);
  t.regex(api.lines.join(''), /elastic\.internal/, 'the log says why');
});

const isInternal = test.macro({
  title: (_, what: string) => `${what} that nobody foresaw is an internal error, whole in the log`,
  async exec(t, _: string, thrown: unknown) {
    const api = await startApi(t, failingWith(thrown));
    const problem = assertProblem(t, await api.get('/v1/vehicles/1'), 'InternalError');
    t.notRegex(JSON.stringify(problem), /unforeseen/);
    const line = api.lines.map(text => JSON.parse(text)).find(({err}) => err !== undefined);
    t.like(line, {level: 'error', code: 'InternalError', requestId: problem.requestId});
    t.regex(line.err.message, /unforeseen/);
  },
});

test(isInternal, 'an error', new TypeError('unforeseen'));
test(isInternal, 'a text thrown', 'unforeseen');
test(
  isInternal,
  'an error that claims a status',
  Object.assign(new Error('unforeseen'), {status: 404, expose: true}),
);

test('an outage is one line with its stack, however many requests it refuses, each with its access line', async t => {
  const cause = new Error('connect ECONNREFUSED elastic.internal:9200');
  const api = await startApi(t, failingWith(new SearchUnavailable({cause})));
  const paths = ['/v1/vehicles/1', '/v1/vehicles/plate/A1', '/v1/vehicles?pageSize=5'];
  for (let round = 0; round < 20; round += 1) await Promise.all(paths.map(path => api.get(path)));
  const lines = api.lines.map(line => JSON.parse(line));
  t.is(lines.filter(({msg}) => msg === 'request').length, 60);
  t.is(lines.filter(({err}) => err !== undefined).length, 1);
  t.is(lines.length, 61);
});
