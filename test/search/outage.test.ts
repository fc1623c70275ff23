import {createServer} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {errors} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import {measureRequests} from '#src/search/engine/requests.ts';
import {counted} from '../helpers/prometheus/counted.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {
  absentEngine,
  faultyEngine,
  hungEngine,
  servicesOver,
  servingClient,
} from './stand-in-engine.ts';

/** Every way to ask for data, of the engine at this address. */
const askEverything = (t: ExecutionContext, address: string) => {
  const client = servingClient(t, address);
  const {vehicles, changes, references, dataset} = servicesOver(client);
  const page = {number: 1, size: 20};
  return [
    vehicles.byId(toInt64('1') as never),
    vehicles.documentById(toInt64('1') as never),
    vehicles.byPlate(toPlate('AB12345') as never),
    vehicles.byVin(toVin('VIN')),
    vehicles.byPlates([toPlate('AB12345') as never]),
    vehicles.search({filter: {}, page}),
    changes.list({since: 1, size: 20, filter: {}}),
    changes.ofVehicle(toInt64('1') as never, {size: 20}),
    references.byId('makes', {}, '1'),
    references.list('makes', {}, {page}),
    references.list('models', {makeId: '1'}, {page}),
    dataset.current(),
  ];
};

const lookups = 11;

const isUnavailable = async (t: ExecutionContext, answer: Promise<unknown>) => {
  const error = await t.throwsAsync(answer, {instanceOf: SearchUnavailable});
  t.true(error?.cause instanceof Error, 'its cause is kept');
};

const complete = {took: 1, timed_out: false, _shards: {total: 1, successful: 1, failed: 0}};

test('a hung engine is unavailable before 2 s are over', async t => {
  const answers = askEverything(t, await hungEngine(t));
  const late = wait(2_000, 'late', {ref: false});
  await Promise.all(answers.map(answer => isUnavailable(t, Promise.race([answer, late]))));
});

test('a hung node beside one that answers delays lookups, and fails none', async t => {
  const answering = await faultyEngine(t, 200, {...complete, hits: {hits: []}, docs: []});
  const client = servingClient(t, await hungEngine(t), answering);
  const {vehicles, references} = servicesOver(client);
  for (let id = 1; id <= 20; id += 1) {
    const answers = await Promise.all([
      vehicles.byId(toInt64(String(id)) as never),
      vehicles.documentById(toInt64(String(id)) as never),
      vehicles.byPlate(toPlate(`AB12${id}`) as never),
      vehicles.byVin(toVin(`VIN${id}`)),
      references.byId('makes', {}, String(id)),
    ]);
    t.true(answers.every(({value}) => value === undefined));
  }
});

test('lookups that wait for a batch of a hung engine are unavailable before 2 s are over', async t => {
  const client = servingClient(t, await hungEngine(t));
  const {byId} = servicesOver(client).vehicles;
  const answers = Array.from({length: 2_000}, (_, id) => byId(toInt64(String(id)) as never));
  const late = wait(2_000, 'late', {ref: false});
  const outcomes = await Promise.allSettled(answers.map(answer => Promise.race([answer, late])));
  t.true(
    outcomes.every(
      outcome => outcome.status === 'rejected' && outcome.reason instanceof SearchUnavailable,
    ),
  );
});

test('an engine nobody can connect to is unavailable', async t => {
  const answers = askEverything(t, await absentEngine());
  await Promise.all(answers.map(answer => isUnavailable(t, answer)));
});

for (const [status, headers, page] of [
  [301, {location: 'https://elastic.example.org/'}, 'Moved Permanently'],
  [404, {}, 'Not Found'],
  [200, {}, 'Welcome'],
  // Elasticsearch itself, asked at a path that it does not have.
  [
    400,
    {'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch'},
    '{"error": "no handler found for uri [/path/vehicles/_mapping] and method [GET]"}',
  ],
] as const) {
  test(`a server that answers ${status} and is not Elasticsearch is an outage that is named`, async t => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, {'content-type': 'text/html', ...headers}).end(page);
    });
    const answers = askEverything(t, `http://127.0.0.1:${await onLoopback(t, server)}`);
    for (const answer of await Promise.allSettled(answers)) {
      const {reason} = answer as PromiseRejectedResult;
      t.true(reason instanceof SearchUnavailable, String(reason));
      t.regex(reason.message, /^The server at ELASTICSEARCH_NODES is not Elasticsearch/);
    }
  });
}

const failure = {type: 'some_exception', reason: 'for a test'};

const unavailable = test.macro({
  title: (_, name: string) => `an engine that ${name} is unavailable`,
  async exec(t, _name: string, status: number, body: object) {
    const answers = askEverything(t, await faultyEngine(t, status, body)).slice(0, lookups);
    await Promise.all(answers.map(answer => isUnavailable(t, answer)));
  },
});

test(unavailable, 'has too much to do', 429, {error: failure, status: 429});
test(unavailable, 'rejects the credentials', 401, {
  error: {type: 'security_exception', reason: 'unable to authenticate user'},
  status: 401,
});
test(unavailable, 'is behind a proxy that rejects the credentials', 401, {});
test(unavailable, 'is behind a proxy that forbids the request', 403, {});
test(unavailable, 'fails', 500, {error: failure, status: 500});
test(unavailable, 'is not ready', 503, {error: failure, status: 503});
test(unavailable, 'has the index closed', 400, {
  error: {type: 'index_closed_exception', reason: 'closed'},
  status: 400,
});
test(unavailable, 'ran out of time', 200, {
  ...complete,
  timed_out: true,
  hits: {hits: []},
  docs: [{_index: 'vehicles', _id: '1', error: failure}],
});
test(unavailable, 'answers from some shards only', 200, {
  ...complete,
  _shards: {total: 2, successful: 1, failed: 1},
  hits: {hits: []},
  docs: [{_index: 'vehicles', _id: '1', error: failure}],
});

test('a question the engine refuses is a bug of ours and stays itself', async t => {
  const address = await faultyEngine(t, 400, {error: failure, status: 400});
  const answers = askEverything(t, address).slice(0, lookups);
  for (const answer of answers) {
    await t.throwsAsync(answer, {instanceOf: errors.ResponseError, message: /some_exception/});
  }
});

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
