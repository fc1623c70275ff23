import test from 'ava';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const strictly = {headers: {Prefer: 'handling=strict'}};

/** The detail of a request, whose words the log does not have. */
const says = test.macro({
  title: (_, path: string) => `GET ${path.slice(0, 80)} is told what was probably meant`,
  async exec(t, path: string, detail: string | RegExp, rule?: string) {
    const api = await startApi(t, fakeServices());
    const problem = assertProblem(t, await api.get(path, strictly), 'ValidationFailed');
    if (typeof detail === 'string') t.is(problem.detail, detail);
    else t.regex(problem.detail ?? '', detail);
    t.deepEqual(problem.errors, rule === undefined ? undefined : {[rule]: [problem.detail ?? '']});
    t.notRegex(api.lines.join(), /ER52578|JNWCCRPE64H013827|skoda|brand/i);
  },
});

const int64s = 'from -9223372036854775808 to 9223372036854775807';
const integer = `must be a whole number ${int64s}`;
const integers = `must be whole numbers ${int64s}, separated by commas`;

/** What is said of each of these requests, by the rule that it breaks; '' where there is none. */
const said: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    '/v1/vehicles?makeid=1': 'Unknown parameter makeid. Did you mean makeId, makeIds, or make?',
    '/v1/statistics?brand=1&groupby=make':
      'Unknown parameter brand. /docs/getStatistics lists the valid ones. Unknown parameter groupby. Did you mean groupBy?',
    '/v1/vehicles/1/engine?[id]=2': 'Unknown parameter "[id]". This operation has none.',
    '/v1/makes/skoda': `The parameter id ${integer}. Find the id with /v1/makes?q=skoda.`,
    '/v1/makes/skoda/models/1': `The parameter makeId ${integer}. Find the id with /v1/makes?q=skoda.`,
    '/v1/vehicles/vin': `The parameter id ${integer}. Find a vehicle by its VIN with /v1/vehicles/vin/{vin}.`,
    '/v1/vehicles/plate': `The parameter id ${integer}. Find a vehicle by its plate with /v1/vehicles/plate/{plate}.`,
    '/v1/vehicles/er%2052-578': `The parameter id ${integer}. Find a vehicle by its plate with /v1/vehicles/plate/ER52578.`,
    '/v1/vehicles/JNWCCRPE64H013827': `The parameter id ${integer}. Find a vehicle by its VIN with /v1/vehicles/vin/JNWCCRPE64H013827.`,
    '/v1/vehicles/%C3%98L1/engine': `The parameter vehicleId ${integer}. Find a vehicle by its plate with /v1/vehicles/plate/%C3%98L1.`,
    '/v1/vehicles/ER52578*': `The parameter id ${integer}.`,
  },
  FieldsInvalid: {
    '/v1/vehicles?fields=id,power':
      'There is no member power. Did you mean engine.maxPowerKw or engine.maxPowerUnavailable?',
    '/v1/vehicles/1?fields=id,brand':
      'There is no member brand. /docs/getVehicle lists the valid ones.',
    '/v1/vehicles?fields=': 'There is no member "". /docs/getVehicle lists the valid ones.',
  },
  ExpandInvalid: {
    '/v1/vehicles?expand=engines': 'There is no record engines. Did you mean engine?',
    '/v1/vehicles?expand=motor':
      'There is no record motor. Use one of technicalDetails, environmentalInformation, engine, inspection.',
  },
  SortByInvalid: {
    '/v1/vehicles?sortBy=VIN': 'There is no sort order VIN. Did you mean vin or -vin?',
    '/v1/statistics?sortBy=name': 'There is no sort order name. Use one of -count, value.',
  },
  GroupByInvalid: {
    '/v1/statistics?groupBy=make,colour': 'There is no grouping colour. Did you mean color?',
    '/v1/statistics?groupBy=brand':
      'There is no grouping brand. /docs/getStatistics lists the valid ones.',
    '/v1/statistics?groupBy=make,kind,color': 'There must be at most 2 groupings, not 3.',
    '/v1/statistics?groupBy=make:5': 'Only numbers have steps; make is not a number.',
    '/v1/statistics?groupBy=odometerReadingKm':
      'odometerReadingKm needs a step: a whole number from 40 to 9,999,999, such as odometerReadingKm:100.',
  },
  MetricInvalid: {
    '/v1/statistics?metric=count,avg:power': 'There is no number power. Did you mean maxPowerKw?',
    '/v1/statistics?metric=avg': 'avg needs a number, such as avg:maxPowerKw.',
    [`/v1/statistics?metric=${Array.from({length: 11}, () => 'avg:seats')}`]:
      'There must be at most 10 metrics, not 11.',
  },
};
for (const [rule, details] of Object.entries(said)) {
  for (const [path, detail] of Object.entries(details)) {
    test(says, path, detail, rule === '' ? undefined : rule);
  }
}

test(
  says,
  `/v1/vehicles?${Array.from({length: 8}, (_, index) => `zz${index}=1`).join('&')}`,
  /^(?:Unknown parameter zz[012]\. \/docs\/searchVehicles lists the valid ones\. ){3}5 more are unknown\.$/,
);

for (const step of ['0', '1.5', '07', '', '1:1', '10000000']) {
  test(
    says,
    `/v1/statistics?groupBy=seats:${step}`,
    'The step of seats must be a whole number from 1 to 9,999,999, such as seats:100.',
    'GroupByInvalid',
  );
}
for (const name of ['grossWeightKg', 'kerbWeightKg']) {
  test(
    says,
    `/v1/statistics?groupBy=${name}`,
    `${name} needs a step: a whole number from 20 to 9,999,999, such as ${name}:100.`,
    'GroupByInvalid',
  );
}

const figures = 'Use count, or min, max, avg, sum or p1 to p99 of a number.';
for (const metric of ['median', 'p0', 'p05']) {
  test(
    says,
    `/v1/statistics?metric=${metric}:seats`,
    `There is no metric ${metric}. ${figures}`,
    'MetricInvalid',
  );
}
test(says, '/v1/statistics?metric=count:seats', 'count takes no number.', 'MetricInvalid');

const lists = {
  makeId: '/v1/makes',
  kindId: '/v1/kinds',
  usageId: '/v1/usages',
  colorId: '/v1/colors',
  emissionStandardId: '/v1/emission-standards',
  equipmentId: '/v1/equipment',
  modelId: '/v1/makes/{makeId}/models',
  variantId: '/v1/makes/{makeId}/models/{modelId}/variants',
};
for (const [name, list] of Object.entries(lists)) {
  test(
    says,
    `/v1/vehicles?${name}=Skoda%20%C3%B8`,
    `The parameter ${name} ${integer}. Find the id with ${list}?q=Skoda%20%C3%B8.`,
  );
}
for (const name of ['makeIds', 'kindIds', 'usageIds', 'colorIds']) {
  test(
    says,
    `/v1/statistics?${name}=1,skoda,vw`,
    `The parameter ${name} ${integers}. Find the id with ${lists[name.slice(0, -1) as 'makeId']}?q=skoda.`,
  );
}
for (const value of ['', '1.5', '99999999999999999999', 'x'.repeat(41)]) {
  test(says, `/v1/vehicles?makeId=${value}`, `The parameter makeId ${integer}.`);
  test(says, `/v1/changes?since=1&vehicleIds=${value}`, `The parameter vehicleIds ${integers}.`);
}

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
