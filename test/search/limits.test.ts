import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {SearchUnavailable, StillComputing} from '#core/domain/outages.ts';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import {metrics} from '#core/metrics.ts';
import {limitersOf} from '#src/search/engine/limiter.ts';
import type {Services} from '#src/services.ts';
import {servingTimeoutMs} from '#src/wiring.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {counted} from '../helpers/prometheus/counted.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';
import {startSilent, until} from './stand-in-engine.ts';

type Ask = (services: Services, n: number, signal: AbortSignal) => Promise<unknown>;

const page = {number: 1, size: 20};
const deep = {number: 500, size: 20};
const plate = (n: number) => toPlate(`P${n}`) as never;
const id = (n: number) => toInt64(`${n}`) as never;

/** A search of its own for each number. */
const searching =
  (filterOf: (n: number) => VehicleFilter, page: VehicleSearch['page']): Ask =>
  ({vehicles}, n, signal) =>
    vehicles.search({filter: filterOf(n), page}, signal);

const statistic = (n: number) =>
  ({filter: {fromModelYear: n}, groupBy: [], metrics: [], sortBy: 'value'}) as const;

/** Every kind of question: how many are under way at once, in how many requests, and how many wait. */
const kinds: readonly [kind: string, underWay: number, requests: number, waiting: number, Ask][] = [
  ['lookups by id', 1_000, 2, 5_000, ({vehicles}, n, s) => vehicles.byId(id(n), s)],
  ['lookups by VIN', 1_000, 2, 5_000, ({vehicles}, n, s) => vehicles.byVin(toVin(`V${n}`), s)],
  ['lookups by plate', 1_000, 2, 5_000, ({vehicles}, n, s) => vehicles.byPlate(plate(n), s)],
  ['lookups of records', 50, 2, 3_200, ({vehicles}, n, s) => vehicles.documentById(id(n), s)],
  [
    'lookups of reference entries',
    1_000,
    2,
    5_000,
    ({references}, n, s) => references.byId('makes', {}, `${n}`, s),
  ],
  ['batches', 2, 2, 64, ({vehicles}, n, s) => vehicles.byPlates([plate(n)], s)],
  ['searches by plate', 8, 8, 256, searching(n => ({registrationNumber: plate(n)}), page)],
  ['searches, with their totals,', 8, 8 + 8, 256, searching(n => ({fromModelYear: n}), page)],
  ['deep searches, with their totals,', 2, 2 + 8, 128, searching(n => ({fromModelYear: n}), deep)],
  [
    'statistics of an account',
    1,
    1,
    16,
    ({vehicles}, n, s) => vehicles.statistics(statistic(n), s, 'a'),
  ],
  [
    'reference lists',
    4,
    4,
    128,
    ({references}, n, s) => references.list('makes', {}, {startsWith: `${n}` as never, page}, s),
  ],
];

for (const [kind, underWay, requests, waiting, ask] of kinds) {
  test(`of ${kind} ${underWay} are under way, ${waiting} wait, and more are refused`, async t => {
    const {services, open, asked} = await startSilent(t);
    const tooMany = 7;
    const callers = Array.from({length: underWay + waiting + tooMany}, () => new AbortController());
    let refused = 0;
    const answers = callers.map(({signal}, n) =>
      ask(services, n, signal).catch((error: unknown) => {
        if (error instanceof SearchUnavailable) refused += 1;
        else t.is(error, signal.reason);
      }),
    );
    await until(() => refused >= tooMany && open.size >= requests);
    t.is(refused, tooMany);
    t.is(asked.length, requests);

    // They all leave, those under way last.
    for (const caller of callers.toReversed()) caller.abort();
    await Promise.all(answers);
    await until(() => open.size === 0);
    t.is(asked.length, requests, 'nothing is asked for those who have left');
  });
}

test('a question waits for its turn until half a second is left for its answer', async t => {
  const limited = limitersOf(510).of('batches');
  const {signal} = new AbortController();
  for (let n = 0; n < 2; n += 1) void limited(signal, () => new Promise<never>(() => {}));
  const late = await t.throwsAsync(
    limited(signal, async () => t.fail('was asked')),
    {
      instanceOf: SearchUnavailable,
    },
  );
  t.regex(String(late?.cause), /busy with others for 10 ms/);
});

test('requests for many vehicles with records come in turn, and those for one at once', async t => {
  const {services} = await startSilent(t);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const {signal} = new AbortController();
  const run = (account: string) =>
    services.inOneDeadline(
      signal,
      async () => {
        begun.push(account);
        await new Promise<void>(resolve => ends.push(resolve));
      },
      account,
    );
  const all = [...Array(8).fill('a'), 'b'].map(run);
  t.is(begun.length, 4);
  t.is(await services.inOneDeadline(signal, async () => 'at once'), 'at once');
  ends.shift()?.();
  await until(() => begun.length === 5);
  t.is(begun.at(-1), 'b');
  while (begun.length < all.length || ends.length > 0) {
    ends.shift()?.();
    await wait(1);
  }
  await Promise.all(all);
});

/** Heavy work of accounts over an engine that never answers: what has begun, and what ends each. */
const startHeavy = async (t: ExecutionContext) => {
  const {services, open} = await startSilent(t);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const {signal} = new AbortController();
  return {
    begun,
    run: (account: string, name: string) =>
      services.inTurn(account, signal, async () => {
        begun.push(name);
        await new Promise<void>(resolve => ends.set(name, resolve));
      }),
    end: (name: string) => ends.get(name)?.(),
    lookUp: async () => {
      const caller = new AbortController();
      const lookup = services.vehicles.byId(toInt64('1') as never, caller.signal);
      t.teardown(async () => {
        caller.abort();
        await lookup.catch(() => {});
      });
      await until(() => open.size >= 1);
    },
  };
};

test('while there are lookups, one heavy request at a time is worked on, of each account in turn', async t => {
  const {begun, run, end, lookUp} = await startHeavy(t);
  await lookUp();
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  void run('b', 'b1');
  await wait(50);
  t.deepEqual(begun, ['a1']);
  end('a1');
  await wait(5);
  t.deepEqual(begun, ['a1'], 'nothing heavy is done for as long as it took');
  await until(() => begun.length === 2);
  end('b1');
  await until(() => begun.length === 3);
  t.deepEqual(begun, ['a1', 'b1', 'a2']);
});

test('without lookups heavy requests are worked on as they come', async t => {
  const {begun, run, end} = await startHeavy(t);
  const names = Array.from({length: 17}, (_, at) => `a${at}`);
  for (const name of names) void run('a', name);
  t.deepEqual(begun, names.slice(0, 16));
  end('a0');
  await until(() => begun.length === 17);
});

test('however many ask which generation is live, two requests ask Elasticsearch', async t => {
  const {services, open, asked} = await startSilent(t, false, servingTimeoutMs);
  for (const requests of [1, 2, 2]) {
    for (let n = 0; n < 1000; n += 1) void services.dataset.current().catch(() => {});
    await until(() => open.size >= requests);
    await wait(50);
    t.is(asked.length, requests);
  }
});

test('a request in flight goes on while one of those who share it waits', async t => {
  const {services, open, asked} = await startSilent(t);
  const search = {filter: {}, page};
  const callers = [new AbortController(), new AbortController()];
  const answers = callers.map(({signal}) =>
    t.throwsAsync(services.vehicles.search(search, signal), {any: true}),
  );
  await until(() => open.size === 2);
  callers[0]?.abort();
  await answers[0];
  await wait(50);
  t.is(open.size, 2);
  callers[1]?.abort();
  await until(() => open.size === 0);
  t.is(asked.length, 2);
  await Promise.all(answers);
});

/** Long enough for which generation is live to be read before. */
const deadlineMs = 1_800;

// Before the others, so that none of them takes its time.
test.serial(
  'a statistic is computed on after its deadline, and charged to whom it is computed for, once',
  async t => {
    const {services, open, asked} = await startSilent(t, true, deadlineMs);
    const {statistics} = services.vehicles;
    await services.dataset.version();
    const callers = new AbortController();
    const ask = (account: string) => statistics(statistic(2000), callers.signal, account);
    const joined = t.throwsAsync(
      Promise.all([t.throwsAsync(ask('a'), {instanceOf: StillComputing}), ask('b')]),
      {instanceOf: SearchUnavailable},
    );
    t.false((await joined) instanceof StillComputing, 'another account that wants it, too');
    const again = await t.throwsAsync(ask('a'), {instanceOf: SearchUnavailable});
    t.false(again instanceof StillComputing, 'and the same one, asking again');
    await until(() => open.size === 1);
    t.is(asked.length, 1);
    callers.abort();
    await until(() => open.size === 0);
  },
);

test('a statistic of one account does not wait for all those of another', async t => {
  const {services, open} = await startSilent(t);
  const many = new AbortController();
  const answers = [2000, 2001, 2002].map(year =>
    t.throwsAsync(services.vehicles.statistics(statistic(year), many.signal, 'a'), {any: true}),
  );
  await until(() => open.size === 1);
  const other = new AbortController();
  const served = t.throwsAsync(services.vehicles.statistics(statistic(1990), other.signal, 'b'), {
    any: true,
  });
  many.abort();
  await Promise.all(answers);
  await until(() => open.size === 1);
  other.abort();
  await served;
});

test('names that one account asks for in statistics leave room for those of another', async t => {
  const {services, open} = await startSilent(t);
  const many = new AbortController();
  const ask = (account: string, make: string, signal: AbortSignal) =>
    services.vehicles.statistics({...statistic(2000), filter: {make}}, signal, account);
  const names = Array.from({length: 4 + 128 + 1}, (_, n) => `unknown ${n}`);
  const errors: unknown[] = [];
  const answers = names.map(name =>
    ask('a', name, many.signal).catch((error: unknown) => errors.push(error)),
  );
  await until(() => errors.length === 1);
  t.true(errors[0] instanceof SearchUnavailable);
  const other = new AbortController();
  const served = t.throwsAsync(ask('b', 'another', other.signal), {name: 'AbortError'});
  await wait(200);
  many.abort();
  await Promise.all(answers);
  await until(() => open.size === 1);
  other.abort();
  await served;
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n`;
const body = JSON.stringify({plates: ['AB12345', 'CD67890']});

const questions: readonly [question: string, bytes: string][] = [
  ['a lookup', get('/v1/vehicles/1')],
  ['a lookup by VIN', get('/v1/vehicles/vin/A1')],
  ['a lookup by plate', get('/v1/vehicles/plate/A1')],
  ['a record', get('/v1/vehicles/1/engine')],
  ['a search', get('/v1/vehicles?makeId=1')],
  ['a page of changes', get('/v1/changes?since=1')],
  ['a history', get('/v1/vehicles/1/changes')],
  ['a statistic', get('/v1/statistics')],
  ['a list', get('/v1/makes')],
  ['a reference entry', get('/v1/makes/1')],
  [
    'a batch',
    `POST /v1/vehicles/plates HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  ],
];

for (const [question, bytes] of questions) {
  test(`${question} is given up when its client leaves, which is no failure and no refund`, async t => {
    const {services, open} = await startSilent(t);
    let refunds = 0;
    const refund = async () => {
      refunds += 1;
    };
    const {callers} = fakeServices({callers: {refund}});
    const api = await startApi(t, {...services, callers});
    const {socket, write} = await openConnection(t, api.port);
    write(bytes);
    await until(() => open.size > 0);
    socket.destroy();
    await until(() => open.size === 0 && api.lines.length > 0);
    const lines = api.lines.join('').trim().split('\n');
    t.is(lines.length, 1);
    t.like(JSON.parse(lines[0] ?? ''), {aborted: true});
    t.is(refunds, 0);
  });
}

test.after('nobody is counted as waiting who has left', async t => {
  const waiting = await counted(metrics.questionsWaiting);
  // The heavy work of these tests does not leave.
  const others = waiting.filter(text => !text.startsWith('heavy'));
  t.true(others.length > 5);
  t.deepEqual(
    others.filter(text => !text.endsWith(' 0')),
    [],
  );
});
