import test, {type ExecutionContext} from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {type Counted, startWorded, strict} from './start-worded.ts';

const api = sharedFixture(test, startWorded);

const assertWrong = async (
  t: ExecutionContext,
  query: string,
  headers: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, readonly string[]>>,
) => {
  const {get, version} = await api();
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
    'make=ærø&model=fabia': 'No model is named fabia.',
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
    const {get} = await api();
    const {status, body} = await get(`/v1/vehicles?${query}`);
    t.is(status, 200);
    t.is((body as Counted).metadata.totalCount, 0);
    await assertWrong(t, query, strict, {[rule]: [message]});
  },
});

for (const name of ['makeId', 'kindId', 'usageId', 'colorId', 'modelId', 'variantId']) {
  test(isTold, `${name}=999`, 'IdUnknown', `Unknown ${name}: 999.`);
}
for (const name of ['emissionStandardId', 'equipmentId']) {
  test(isTold, `${name}=999`, 'IdUnknown', `Unknown ${name}: 999.`);
}
test(isTold, 'makeIds=998,999', 'IdUnknown', 'Unknown makeIds: 998, 999.');
test(isTold, 'makeId=3&modelId=8', 'IdUnknown', 'Unknown modelId: 8.');
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
  const {get} = await api();
  for (const query of [
    'makeIds=2,1&modelId=7&colorId=10&kindId=1&usageId=3&emissionStandardId=49&equipmentId=506',
    'makeId=1&modelId=8',
    'fromModelYear=2020&toModelYear=2020',
    'makeId=-0001',
  ]) {
    const {status} = await get(`/v1/vehicles?${query}`, {headers: strict});
    t.is(status, query.includes('-0001') ? 400 : 200, query);
  }
});

test('what was found leniently is not "not modified" for a strict request that it would fail', async t => {
  const {get} = await api();
  const found = await get('/v1/vehicles?makeId=999');
  const tag = {'If-None-Match': found.headers['etag'] ?? ''};
  t.is((await get('/v1/vehicles?makeId=999', {headers: tag})).status, 304);
  const refused = await get('/v1/vehicles?makeId=999', {headers: {...tag, ...strict}});
  assertProblem(t, refused, 'ValidationFailed');
});
