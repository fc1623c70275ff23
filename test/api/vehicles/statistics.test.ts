import test from 'ava';
import {SearchUnavailable, StillComputing} from '#core/domain/outages.ts';
import type {StatisticsQuery, StatisticsResult} from '#core/domain/vehicle-statistics.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';

const empty = {
  data: [],
  metadata: {totalCount: 0, groupCount: 0, otherCount: 0, absentCount: 0},
};

/** The API, and the statistics that were asked for; each has this result. */
const startNoting = async (
  t: Parameters<typeof startApi>[0],
  result: StatisticsResult = {json: Buffer.from(JSON.stringify(empty))},
) => {
  const queries: StatisticsQuery[] = [];
  const statistics = async (query: StatisticsQuery) => {
    queries.push(query);
    return versioned(result);
  };
  const api = await startApi(t, fakeServices({vehicles: {statistics}}));
  return {queries, ask: (query: string) => api.get(`/v1/statistics?${query}`)};
};

const isRead = test.macro({
  title: (_, query: string) => `?${query} is read in its checked form`,
  async exec(t, query: string, expected: Partial<StatisticsQuery>) {
    const {queries, ask} = await startNoting(t);
    const {status, headers, body} = await ask(query);
    t.is(status, 200);
    t.truthy(headers.etag);
    t.deepEqual(body, empty);
    const defaults = {filter: {}, isStrict: false, groupBy: [], metrics: [], sortBy: '-count'};
    t.deepEqual<unknown, unknown>(queries, [{...defaults, ...expected}]);
  },
});

const member = 'engine.maxPowerKw';

test(isRead, '', {});
test(isRead, 'groupBy=&metric=count&sortBy=value', {sortBy: 'value'});
test(isRead, 'groupBy=maxPowerKw:50,bodyType&kindId=1', {
  filter: {kindId: '1'} as unknown as StatisticsQuery['filter'],
  groupBy: [
    {by: 'step', member, step: 50, isWhole: false},
    {by: 'word', member: 'vehicle.bodyType'},
  ],
});
const seatByOne = {
  by: 'step',
  member: 'technicalDetails.seatsMin',
  step: 1,
  isWhole: true,
} as const;
test(isRead, 'groupBy=seats,seats:1', {groupBy: [seatByOne, seatByOne]});
test(isRead, 'metric=p5:maxPowerKw,count,max:maxPowerKw', {
  metrics: [
    {name: 'p5:maxPowerKw', member, figure: 5},
    {name: 'max:maxPowerKw', member, figure: 'max'},
  ],
});

test(isRead, 'metric=p5:maxPowerKw,p5:maxPowerKw', {
  metrics: [{name: 'p5:maxPowerKw', member, figure: 5}],
});

const breaksRule = test.macro({
  title: (_, query: string, rule: string) => `?${query} breaks ${rule}`,
  async exec(t, query: string, rule: string) {
    const {queries, ask} = await startNoting(t);
    const problem = assertProblem(t, await ask(query), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}), [rule]);
    t.deepEqual(queries, [], 'nothing was asked');
  },
});

for (const groupBy of [
  'make,',
  'Make',
  'constructor',
  'fuel',
  'seats:-1',
  'odometerReadingKm:39',
]) {
  test(breaksRule, `groupBy=${groupBy}`, 'GroupByInvalid');
}
for (const metric of ['p100:seats', 'avg:make', 'avg:seats,', 'avg:seats:1', 'avg:toString']) {
  test(breaksRule, `metric=${metric}`, 'MetricInvalid');
}
test(breaksRule, 'sortBy=count', 'SortByInvalid');
test(breaksRule, 'sortBy=-firstRegisteredOn', 'SortByInvalid');

for (const tooMany of ['groups', 'metrics'] as const) {
  test(`a statistic of too many ${tooMany} is refused with what to narrow`, async t => {
    const {ask} = await startNoting(t, {tooMany});
    const refused = await ask('groupBy=make');
    const problem = assertProblem(t, refused, 'ValidationFailed');
    t.regex(problem.errors?.['StatisticsTooBroad']?.[0] ?? '', new RegExp(tooMany));
    t.is(refused.headers['x-dataset-version'], '20260101-120000-0001');
  });
}

test('a statistic of too many figures is refused with their number', async t => {
  const {ask} = await startNoting(t, {tooMany: 84_000});
  const problem = assertProblem(t, await ask('groupBy=make'), 'ValidationFailed');
  t.regex(
    problem.errors?.['StatisticsTooBroad']?.[0] ?? '',
    /84,000 figures; the maximum is 60,000/,
  );
});

test('a statistic that is computed on stays charged, and its answer is given back', async t => {
  let [asked, refunds] = [0, 0];
  const accounts = new Set<string | undefined>();
  const services = fakeServices({
    vehicles: {
      statistics: async (_query, _signal, accountId) => {
        accounts.add(accountId);
        asked += 1;
        if (asked === 1) throw new StillComputing();
        if (asked === 2) throw new SearchUnavailable();
        return {...versioned({json: Buffer.from(JSON.stringify(empty))}), isPaid: asked === 3};
      },
    },
    callers: {
      refund: async () => {
        refunds += 1;
      },
    },
  });
  const api = await startApi(t, services);
  const ask = () => api.get('/v1/statistics');
  const late = await ask();
  const problem = assertProblem(t, late, 'SearchUnavailable');
  t.regex(problem.detail ?? '', /Ask again/);
  t.is(late.headers['retry-after'], '5');
  t.is(refunds, 0);
  assertProblem(t, await ask(), 'SearchUnavailable');
  t.is(refunds, 1, 'a second 503 is given back as ever');
  t.is((await ask()).status, 200);
  t.is(refunds, 2, 'it was paid for at first');
  t.is((await ask()).status, 200);
  t.is(refunds, 2);
  t.deepEqual([...accounts], ['account']);
});
