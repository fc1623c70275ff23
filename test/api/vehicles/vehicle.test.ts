import test, {type ExecutionContext} from 'ava';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';

/** The API without vehicles, and what it looks up. */
const startListening = async (t: ExecutionContext) => {
  const asked: string[] = [];
  const note = async (key: string) => {
    asked.push(key);
    return versioned(undefined);
  };
  const services = fakeServices({vehicles: {byId: note, byVin: note, byPlate: note}});
  const {get} = await startApi(t, services);
  return {asked, get: (path: string) => get(`/v1/vehicles/${path}`)};
};

const looksUp = test.macro({
  title: (_, path: string, key: string) => `GET /v1/vehicles/${path} looks up ${key}`,
  async exec(t, path: string, key: string) {
    const {asked, get} = await startListening(t);
    assertProblem(t, await get(path), 'VehicleNotFound');
    t.deepEqual(asked, [key]);
  },
});

test(looksUp, '-0', '0');
test(looksUp, '9223372036854775807', '9223372036854775807');
test(looksUp, `plate/${encodeURIComponent('æø 12-345')}`, 'ÆØ12345');
test(looksUp, 'plate/a%CC%8A1', 'Å1');
test(looksUp, 'plate/%41%42%31', 'AB1');
test(looksUp, 'plate/engine', 'ENGINE');
test(looksUp, 'vin/inspection', 'INSPECTION');
test(looksUp, 'vin/%20wvwzzz1jz3w386752%20', 'WVWZZZ1JZ3W386752');
test(looksUp, 'vin/IOQ', 'IOQ');
test(looksUp, 'vin/a%2Fb', 'A/B');
test(looksUp, 'vin/%00', '\0');
test(looksUp, 'vin/%2A%20OR%20%22%28', '* OR "(');
test(looksUp, 'vin/a+b', 'A+B');

const isMalformed = test.macro({
  title: (_, path: string) => `GET /v1/vehicles/${path.slice(0, 40)} is malformed, by no rule`,
  async exec(t, path: string) {
    const {asked, get} = await startListening(t);
    const problem = assertProblem(t, await get(path), 'ValidationFailed');
    t.false('errors' in problem);
    t.regex(problem.detail ?? '', /^The parameter \w+ /);
    t.deepEqual(asked, []);
  },
});

const noIds = ['abc', '01', '+1', '%201', '%20', '%D9%A1', '9223372036854775808'];
const badEncodings = ['%E0%A4%A', 'plate/%E0%A4%A', 'plate/%', 'vin/%ff', 'vin/%C3'];
const fixedWordsAlone = ['vin', 'plate'];
for (const path of [...noIds, '9'.repeat(400), ...badEncodings, ...fixedWordsAlone]) {
  test(isMalformed, path);
}

const isNoPlate = test.macro({
  title: (_, path: string) => `${path} cannot be a registration number`,
  async exec(t, path: string) {
    const {asked, get} = await startListening(t);
    const problem = assertProblem(t, await get(`plate/${path}`), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}), ['RegistrationNumberInvalid']);
    t.deepEqual(asked, []);
  },
});

for (const path of ['ABC12345678', '%20', '--', 'AB%C2%A01', '%C3%9F', '%00', 'a%2Fb', '*']) {
  test(isNoPlate, path);
}

test('every vehicle has technical details, if only empty ones', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  const {status, body} = await api.get('/v1/vehicles/1/technical-details');
  t.is(status, 200);
  t.like(body, {seatsMin: null, equipment: []});
});

const document = aVehicleDocument({
  id: '7',
  vin: 'TST1',
  make: {id: '19001', name: 'CITROËN'},
  engine: {maxPowerKw: 88.3},
  inspection: {result: 'Approved'},
});

const partial = 'application/vnd.partial-vehicle+json';

const asks = ['/v1/vehicles/7', '/v1/vehicles/vin/TST1', '/v1/vehicles/plate/AB12345'] as const;

for (const path of asks) {
  test(`GET ${path} answers the records that expand names, and null for one that is not there`, async t => {
    const api = await startApi(t, servicesWith(document));
    const {body: plain} = await api.get(path);
    const {body: engine} = await api.get('/v1/vehicles/7/engine');
    const expanded = await api.get(`${path}?expand=environmentalInformation,engine,engine`);
    t.is(expanded.headers['content-type'], 'application/json');
    t.deepEqual(expanded.body, {...(plain as object), environmentalInformation: null, engine});
  });

  test(`GET ${path} answers the members that fields names, and no others`, async t => {
    const api = await startApi(t, servicesWith(document));
    const {headers, body} = await api.get(
      `${path}?fields=engine.maxPowerKw,id,make,inspection,inspection.date,environmentalInformation.nox`,
    );
    const {body: inspection} = await api.get('/v1/vehicles/7/inspection');
    t.is(headers['content-type'], partial);
    t.deepEqual(body, {
      id: '7',
      make: {id: '19001', name: 'CITROËN'},
      environmentalInformation: null,
      engine: {maxPowerKw: 88.3},
      inspection,
    });
  });
}

test('fields names members of an object, and of each object of a list', async t => {
  const leasingPeriods = [
    {validFrom: '2019-01-23', validTo: '2022-02-01'},
    {validFrom: null, validTo: '2027-01-01'},
  ];
  const api = await startApi(
    t,
    servicesWith(aVehicleDocument({...document.vehicle, leasingPeriods})),
  );
  const fields = 'leasingPeriods.validTo,make.name,color.originalName,nextInspectionEstimate.date';
  const {headers, body} = await api.get(`/v1/vehicles/7?fields=${fields}`);
  t.is(headers['content-type'], partial);
  t.deepEqual(body, {
    color: null,
    make: {name: 'CITROËN'},
    leasingPeriods: [{validTo: '2022-02-01'}, {validTo: '2027-01-01'}],
    nextInspectionEstimate: null,
  });
  const whole = await api.get('/v1/vehicles/7?fields=make.name,make');
  t.deepEqual(whole.body, {make: {id: '19001', name: 'CITROËN'}});
});

test('a page and a batch answer the same of each vehicle', async t => {
  const api = await startApi(t, servicesWith(document));
  const {body: selected} = await api.get('/v1/vehicles/7?fields=vin,engine.maxPowerKw');
  const page = await api.get('/v1/vehicles?fields=vin,engine.maxPowerKw');
  t.is(page.headers['content-type'], partial);
  t.deepEqual(page.body, {
    data: [selected],
    metadata: {page: 1, pageSize: 10, totalCount: 1, totalPages: 1},
  });
  const batch = await api.post(
    '/v1/vehicles/plates?fields=vin,engine.maxPowerKw',
    JSON.stringify({plates: ['AB12345', '!']}),
  );
  t.is(batch.headers['content-type'], partial);
  t.like(batch.body, {data: [{vehicle: selected, error: null}, {vehicle: null}]});
});

test('the entity tag is that of what was selected', async t => {
  const api = await startApi(t, servicesWith(document));
  const tagOf = async (query: string) => (await api.get(`/v1/vehicles/7${query}`)).headers.etag;
  const tags = ['', '?expand=engine', '?expand=inspection', '?fields=id', '?fields=id,vin'];
  t.is(new Set(await Promise.all(tags.map(tagOf))).size, tags.length);
  t.is(await tagOf('?fields=vin,id'), await tagOf('?fields=id,vin'));
});

test('without a record no document is read', async t => {
  const services = fakeServices({
    vehicles: {
      byId: async () => versioned(jsonOf(document)),
      documentById: async () => t.fail(),
    } as Partial<Services['vehicles']>,
  });
  const api = await startApi(t, services);
  t.is((await api.get('/v1/vehicles/7?expand=&fields=id')).status, 200);
});

/** Services whose records are of another dataset than the vehicle so many times. */
const changing = (times: number): Services => {
  let reads = 0;
  return fakeServices({
    vehicles: {
      byId: async () => versioned(jsonOf(document)),
      documentById: async () => {
        reads += 1;
        return reads > times ? versioned(document) : {version: 'another', value: document};
      },
    },
  });
};

test('a vehicle is looked up again if its records come from another dataset', async t => {
  const api = await startApi(t, changing(2));
  const {status, headers, body} = await api.get('/v1/vehicles/7?expand=engine');
  t.is(status, 200);
  t.is(headers['x-dataset-version'], '20260101-120000-0001');
  t.like(body, {engine: {maxPowerKw: 88.3}});
});

test('a dataset that changes between all reads is an outage', async t => {
  const api = await startApi(t, changing(3));
  assertProblem(t, await api.get('/v1/vehicles/7?expand=engine'), 'SearchUnavailable');
});

test('a vehicle and its records have one deadline, however often they are looked up', async t => {
  const signals: (AbortSignal | undefined)[] = [];
  const inTime = new AbortController().signal;
  const services = fakeServices({
    inOneDeadline: (_left, work) => work(inTime),
    vehicles: {
      byId: async (_, signal) => {
        signals.push(signal);
        return versioned(jsonOf(document));
      },
      documentById: async (_, signal) => {
        signals.push(signal);
        return signals.length > 5 ? versioned(document) : {version: 'another', value: document};
      },
    },
  });
  const api = await startApi(t, services);
  t.is((await api.get('/v1/vehicles/7?expand=engine')).status, 200);
  t.is(signals.length, 6);
  t.true(signals.every(signal => signal === inTime));
});

const breaksRule = test.macro({
  title: (_, query: string, rule: string) => `?${query} breaks ${rule}`,
  async exec(t, query: string, rule: string) {
    const api = await startApi(t, servicesWith(document));
    const problem = assertProblem(t, await api.get(`/v1/vehicles/7?${query}`), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}), [rule]);
  },
});

for (const expand of ['motor', 'engine,', 'Engine', 'engine.maxPowerKw', 'vehicle', '__proto__']) {
  test(breaksRule, `expand=${expand}`, 'ExpandInvalid');
}
for (const fields of [
  '',
  'id,',
  'power',
  'engine.power',
  'make.country',
  'constructor',
  'engine.',
  'vin.length',
  'engine.fuels.type',
]) {
  test(breaksRule, `fields=${fields}`, 'FieldsInvalid');
}
