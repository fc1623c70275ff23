import test, {type ExecutionContext} from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {patientVehicles} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {fakeServices} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {fileScope} from '../../helpers/scope.ts';

const fuel = (name: string, originalName: string) => ({
  type: {id: '1', name, originalName},
  measurementNorm: null,
  isPrimary: true,
  fuelEconomyKmPerL: null,
  co2GPerKm: null,
  electricConsumptionWhPerKm: null,
  fuelCell: null,
});

const color = (id: string, name: string, originalName: string) => ({id, name, originalName});
const [blue, black] = [color('10', 'Blue', 'Blå'), color('4', 'Black', 'Sort')];
const car = {id: '1', name: 'Passenger car', originalName: 'Personbil'};
const trailer = {id: '4', name: 'Trailer', originalName: 'Påhængsvogn'};
const taxi = {id: '3', name: 'Taxi', originalName: 'Taxikørsel'};
const [skoda, skodaToo, aero] = [
  {id: '1', name: 'SKODA'},
  {id: '2', name: 'ŠKODA'},
  {id: '3', name: 'ÆRØ'},
];
const octavia = {id: '7', name: 'OCTAVIA'};
const uoplyst = {id: '100', name: 'UOPLYST'};

const documents = [
  aVehicleDocument({
    id: '1',
    kind: car,
    make: skoda,
    model: octavia,
    variant: uoplyst,
    color: blue,
    usage: taxi,
    bodyType: 'Hatchback',
    vehicleStatus: 'Registered',
    engine: {fuels: [fuel('Petrol', 'Benzin')]},
    inspection: {result: 'NotApproved'},
    environment: {
      measurementNorm: {id: '3', name: 'WLTP'},
      emissionStandard: {id: '49', name: 'Euro VI'},
    },
    technicalDetails: {equipment: [{id: '506', name: 'Airbag', count: 1}]},
  }),
  aVehicleDocument({
    id: '2',
    kind: car,
    make: skodaToo,
    model: octavia,
    color: black,
    bodyType: 'HATCHBACK',
    vehicleStatus: 'NyStatus',
    engine: {fuels: [fuel('Electricity', 'El')]},
  }),
  aVehicleDocument({id: '3', kind: trailer, make: aero, model: octavia, bodyType: 'Påhæng'}),
];

const entry =
  (list: 'makes' | 'colors' | 'kinds' | 'usages') =>
  (named: {readonly id: string; readonly name: string}) =>
    aReference({list, ...named});

const references = [
  ...[skoda, skodaToo, aero].map(entry('makes')),
  ...['1', '2', '3'].map(makeId => aReference({list: 'models', makeId, ...octavia})),
  aReference({list: 'models', makeId: '1', id: '8', name: 'FABIA'}),
  aReference({list: 'variants', makeId: '1', modelId: '7', ...uoplyst}),
  ...[blue, black].map(entry('colors')),
  ...[car, trailer].map(entry('kinds')),
  entry('usages')(taxi),
  aReference({list: 'emission-standards', id: '49', name: 'Euro VI'}),
  aReference({list: 'equipment', id: '506', name: 'Airbag'}),
  // More than one name may mean.
  ...Array.from({length: 1_001}, (_, at) =>
    aReference({list: 'variants', makeId: '2', modelId: '7', id: String(1_000 + at), name: '1,0'}),
  ),
];

const shared = fileScope(test);
let version: string;
let get: Awaited<ReturnType<typeof startApi>>['get'];
/** The API over a few vehicles with words and names that are easily got wrong. */
test.before(async () => {
  const generation = await createTestGeneration(shared, documents, {references});
  const {client, prefix} = generation;
  const vehicles = patientVehicles(client, prefix);
  ({version} = generation);
  ({get} = await startApi(shared, fakeServices({vehicles})));
});

const strict = {Prefer: 'handling=strict'};

const countedBy = ({body}: Awaited<ReturnType<typeof get>>): number =>
  (body as {readonly metadata: {readonly totalCount: number}}).metadata.totalCount;

type Found = {readonly data: readonly {readonly id: string}[]};

const finds = test.macro({
  title: (_, params: object, ...ids: readonly string[]) =>
    `${JSON.stringify(params)} finds ${ids.join(', ') || 'nothing'}`,
  async exec(t, params: Readonly<Record<string, string>>, ...ids: readonly string[]) {
    const query = String(new URLSearchParams(params));
    const {status, body} = await get(`/v1/vehicles?${query}&sortBy=id`, {headers: strict});
    t.is(status, 200);
    t.deepEqual(
      (body as Found).data.map(({id}) => id),
      ids,
    );
    const statistic = await get(`/v1/statistics?${query}`, {headers: strict});
    t.is(countedBy(statistic), ids.length);
  },
});

test.serial(finds, {bodyType: 'hatchback'}, '1', '2');
test.serial(finds, {bodyType: 'påhæng'}, '3');
test.serial(finds, {bodyType: 'paahaeng'}, '3');
test.serial(finds, {fuel: 'petrol'}, '1');
test.serial(finds, {fuel: 'BENZIN'}, '1');
test.serial(finds, {primaryFuel: 'el'}, '2');
test.serial(finds, {fuel: 'brint'});
test.serial(finds, {vehicleStatus: 'registered'}, '1');
test.serial(finds, {vehicleStatus: 'nystatus'}, '2');
test.serial(finds, {vehicleStatus: 'scrapped'});
test.serial(finds, {inspectionResult: 'notapproved'}, '1');
test.serial(finds, {measurementNorm: 'wltp'}, '1');
test.serial(finds, {registrationStatus: 'REGISTERED'}, '1', '2', '3');
test.serial(finds, {make: 'škoda'}, '1', '2');
test.serial(finds, {make: ' SKODA '}, '1', '2');
test.serial(finds, {make: 'skoda', makeId: '1'}, '1');
test.serial(finds, {make: 'skoda', makeIds: '2,3'}, '2');
for (const typed of ['ærø', 'aeroe', 'aro', 'AERO']) test.serial(finds, {make: typed}, '3');
test.serial(finds, {model: 'octavia'}, '1', '2', '3');
test.serial(finds, {make: 'skoda', model: 'octavia'}, '1', '2');
test.serial(finds, {makeId: '2', model: 'octavia'}, '2');
test.serial(finds, {variant: 'uoplyst'}, '1');
test.serial(finds, {make: 'skoda', model: 'octavia', variant: 'uoplyst'}, '1');
for (const typed of ['blue', 'blå', 'blaa', 'bla']) test.serial(finds, {color: typed}, '1');
test.serial(finds, {kind: 'passenger car'}, '1', '2');
test.serial(finds, {kind: 'car'}, '1', '2');
test.serial(finds, {kind: 'påhængsvogn'}, '3');
test.serial(finds, {usage: 'taxi'}, '1');
test.serial(finds, {usage: 'taxikorsel'}, '1');
test.serial(finds, {kind: 'car', color: 'sort', fuel: 'el'}, '2');

const assertWrong = async (
  t: ExecutionContext,
  query: string,
  headers: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, readonly string[]>>,
) => {
  for (const path of ['/v1/vehicles', '/v1/statistics']) {
    const answer = await get(`${path}?${query}`, {headers});
    const problem = assertProblem(t, answer, 'ValidationFailed');
    t.deepEqual<unknown, unknown>(problem.errors, errors);
    t.is(answer.headers['x-dataset-version'], version);
  }
};

/** By rule, queries that break it and what is said of them. */
const wrong: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WordUnknown: {
    'bodyType=Hatchbak':
      'No vehicle has the bodyType Hatchbak. Did you mean HATCHBACK or Hatchback?',
    'bodyType=SUV': 'No vehicle has the bodyType SUV.',
    'primaryFuel=Electric': 'No vehicle has the primaryFuel Electric. Did you mean Electricity?',
    'measurementNorm=EPA': 'measurementNorm must be one of NEDC, NEDC-2, WLTP.',
    'inspectionResult=failed':
      'inspectionResult must be one of Approved, NotApproved, ApprovableAfterReinspectionByReinspectionCompany, ApprovableAfterReinspectionByInspectionCompany, NotApprovedMayBePresentedAgain, Incomplete.',
  },
  NameUnknown: {
    'make=skodda': 'No make is named skodda. Did you mean SKODA or ŠKODA?',
    'make=skoda octavia': 'No make is named "skoda octavia". Did you mean SKODA or ŠKODA?',
    'make=*': 'No make is named "*".',
    'make=\u0301': 'No make is named "\u0301".',
    'color=blåt': 'No color is named blåt. Did you mean Blå?',
    'make=ærø&model=fabia': 'No model is named fabia under the given make.',
    'make=ærø&modelId=8&variant=uoplyst':
      'No variant is named uoplyst under the given make or model.',
    'make=skodda&model=octavia': 'No make is named skodda. Did you mean SKODA or ŠKODA?',
  },
  NameTooCommon: {
    'variant=1,0': 'More than 1,000 variants are named "1,0". Add make or model.',
  },
};

for (const [rule, messages] of Object.entries(wrong)) {
  for (const [query, message] of Object.entries(messages)) {
    test(`?${query} breaks ${rule}`, async t => {
      await assertWrong(t, String(new URLSearchParams(query)), {}, {[rule]: [message]});
    });
  }
}

test('several wrong filters are told at once', async t => {
  await assertWrong(
    t,
    'bodyType=SUV&fuel=x&make=x',
    {},
    {
      NameUnknown: ['No make is named x.'],
      WordUnknown: ['No vehicle has the bodyType SUV.', 'No vehicle has the fuel x.'],
    },
  );
});

const isTold = test.macro({
  title: (_, query: string) => `?${query} finds nothing, and is told under strict handling`,
  async exec(t, query: string, rule: string, message: string) {
    const answer = await get(`/v1/vehicles?${query}`);
    t.is(answer.status, 200);
    t.is(countedBy(answer), 0);
    await assertWrong(t, query, strict, {[rule]: [message]});
  },
});

for (const name of [
  ...['makeId', 'kindId', 'usageId', 'colorId', 'modelId', 'variantId'],
  ...['emissionStandardId', 'equipmentId'],
]) {
  test(isTold, `${name}=999`, 'IdUnknown', `Unknown ${name}: 999.`);
}
test(isTold, 'makeIds=998,999', 'IdUnknown', 'Unknown makeIds: 998, 999.');
test(isTold, 'makeId=3&modelId=8', 'IdUnknown', 'Unknown modelId under the given make: 8.');
for (const [from, to, least, most] of [
  ['fromModelYear', 'toModelYear', '2020', '2010'],
  ['fromMaxPowerKw', 'toMaxPowerKw', '100', '20'],
  ['fromInspectionDate', 'toInspectionDate', '2024-01-02', '2024-01-01'],
  ['inspectionDueFrom', 'inspectionDueTo', '2024-01-02', '2024-01-01'],
]) {
  const query = `${from}=${least}&${to}=${most}`;
  test(isTold, query, 'RangeEmpty', `${from} must not be greater than ${to}.`);
}

test('ids that entries have are no fault, however few of them and with no vehicle', async t => {
  for (const query of [
    'makeIds=2,1&modelId=7&colorId=10&kindId=1&usageId=3&emissionStandardId=49&equipmentId=506',
    'makeId=1&modelId=8',
    'fromModelYear=2020&toModelYear=2020',
  ]) {
    t.is((await get(`/v1/vehicles?${query}`, {headers: strict})).status, 200, query);
  }
});

test('what was found leniently is not "not modified" for a strict request that it would fail', async t => {
  const found = await get('/v1/vehicles?makeId=999');
  const tag = {'If-None-Match': found.headers['etag'] ?? ''};
  t.is((await get('/v1/vehicles?makeId=999', {headers: tag})).status, 304);
  const refused = await get('/v1/vehicles?makeId=999', {headers: {...tag, ...strict}});
  assertProblem(t, refused, 'ValidationFailed');
});
