import test, {type ExecutionContext} from 'ava';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';

/** The API whose search has this many matches, and what was searched for. */
const startWith = async (t: ExecutionContext, totalCount: number) => {
  const searches: VehicleSearch[] = [];
  const search = async (asked: VehicleSearch) => {
    searches.push(asked);
    return versioned({documents: totalCount > 0 ? [jsonOf(aVehicleDocument())] : [], totalCount});
  };
  const api = await startApi(t, fakeServices({vehicles: {search}}));
  return {searches, ask: (query: string) => api.get(`/v1/vehicles?${query}`)};
};

test('a search without parameters asks for the first ten of all', async t => {
  const {searches, ask} = await startWith(t, 12);
  const {status, headers, body} = await ask('');
  t.is(status, 200);
  t.is(headers['x-dataset-version'], '20260101-120000-0001');
  t.like(body, {
    data: [{id: '9000000009000001'}],
    metadata: {page: 1, pageSize: 10, totalCount: 12, totalPages: 2},
  });
  t.like(searches, [{sortBy: undefined, page: {number: 1, size: 10}}]);
});

test('every parameter reaches the search in its checked form', async t => {
  const {searches, ask} = await startWith(t, 1000);
  const {status} = await ask(
    'makeId=9007199254740993&kindId=-0&usageId=2&colorId=3&fromModelYear=-5' +
      '&toModelYear=2020&registrationNumber=ab+12-345&sortBy=-vin&page=50&pageSize=20&other=1',
  );
  t.is(status, 200);
  t.deepEqual(searches, [
    {
      filter: {
        makeId: '9007199254740993',
        kindId: '0',
        usageId: '2',
        colorId: '3',
        fromModelYear: -5,
        toModelYear: 2020,
        registrationNumber: 'AB12345',
      },
      isStrict: false,
      sortBy: {field: 'vin', order: 'desc'},
      page: {number: 50, size: 20},
    } as unknown as VehicleSearch,
  ]);
});

const isRead = test.macro({
  title: (_, query: string) => `?${query} is read in its checked form`,
  async exec(t, query: string, filter: object) {
    const {searches, ask} = await startWith(t, 1);
    t.is((await ask(query)).status, 200);
    t.deepEqual<readonly object[], readonly object[]>(
      searches.map(search => search.filter),
      [filter],
    );
  },
});

test(isRead, 'registrationNumberPrefix=a-b%20%C3%A5', {registrationNumberPrefix: 'ABÅ'});
test(isRead, 'vinPrefix=%20wvw%20', {vinPrefix: 'WVW'});
test(isRead, 'registrationStatus=NotRegistered', {registrationStatus: false});
test(isRead, 'registrationStatus=registered', {registrationStatus: true});
test(isRead, 'make=%20%C5%A0koda', {make: ' Škoda'});
test(isRead, 'hasTowBar=true&isLeased=false', {hasTowBar: true, isLeased: false});
test(isRead, 'bodyType=Stationcar%20%26%20Coup%C3%A9', {bodyType: 'Stationcar & Coupé'});
test(isRead, 'fromMaxPowerKw=88.3&toMaxPowerKw=1e3', {fromMaxPowerKw: 88.3, toMaxPowerKw: 1000});
test(isRead, 'toCo2GPerKm=1e999', {toCo2GPerKm: Number.MAX_VALUE});
test(isRead, 'fromInspectionDate=2024-02-29', {fromInspectionDate: '2024-02-29'});
test(isRead, 'modelId=2', {modelId: '2'});
test(isRead, 'makeId=-5&makeIds=-5,-0', {makeId: '-5', makeIds: ['-5', '0']});
test(isRead, 'bodyType=Open+lorry&vinPrefix=A%2BB', {bodyType: 'Open lorry', vinPrefix: 'A+B'});
test(isRead, 'makeIds=9007199254740993,2,-0,2,9007199254740992', {
  makeIds: ['0', '2', '9007199254740992', '9007199254740993'],
});

test('model years that contradict each other are searched for all the same', async t => {
  const {ask} = await startWith(t, 0);
  const {status, body} = await ask('fromModelYear=2020&toModelYear=2010');
  t.is(status, 200);
  t.deepEqual(body, {data: [], metadata: {page: 1, pageSize: 10, totalCount: 0, totalPages: 0}});
});

const breaksRules = test.macro({
  title: (_, query: string, ...rules: string[]) =>
    `?${query.slice(0, 60)} breaks ${rules.join(' and ')}`,
  async exec(t, query: string, ...rules: string[]) {
    const {searches, ask} = await startWith(t, 1);
    const problem = assertProblem(t, await ask(query), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}).toSorted(), rules.toSorted());
    t.deepEqual(searches, [], 'nothing was looked for');
  },
});

const huge = '9'.repeat(400);
test(breaksRules, 'page=0', 'PageOutOfRange');
test(breaksRules, 'page=-0', 'PageOutOfRange');
test(breaksRules, 'page=-1', 'PageOutOfRange');
test(breaksRules, `page=-${huge}`, 'PageOutOfRange');
test(breaksRules, 'pageSize=0', 'PageSizeOutOfRange');
test(breaksRules, 'pageSize=21', 'PageSizeOutOfRange');
test(breaksRules, 'pageSize=-2147483649', 'PageSizeOutOfRange');
test(breaksRules, `page=0&pageSize=${huge}`, 'PageOutOfRange', 'PageSizeOutOfRange');
test(breaksRules, 'page=0&pageSize=0', 'PageOutOfRange', 'PageSizeOutOfRange');
test(breaksRules, 'page=-200&pageSize=-100', 'PageOutOfRange', 'PageSizeOutOfRange');
test(breaksRules, 'page=20000&pageSize=0', 'PageSizeOutOfRange');
test(breaksRules, 'page=501&pageSize=20', 'SearchTooDeep');
test(breaksRules, 'page=1001', 'SearchTooDeep');
test(breaksRules, 'page=2147483648', 'SearchTooDeep');
test(breaksRules, `page=${huge}`, 'SearchTooDeep');
test(breaksRules, 'page=500&pageSize=21', 'PageSizeOutOfRange', 'SearchTooDeep');
const fiftyOne = Array.from({length: 51}, (_, id) => id);
for (const name of ['makeIds', 'kindIds', 'usageIds', 'colorIds']) {
  test(breaksRules, `${name}=${fiftyOne}`, 'TooManyIds');
}
test(breaksRules, `makeIds=${fiftyOne}&page=0`, 'TooManyIds', 'PageOutOfRange');
test(breaksRules, 'registrationNumber=', 'RegistrationNumberInvalid');
test(breaksRules, 'registrationNumber', 'RegistrationNumberInvalid');
test(breaksRules, 'registrationNumber=*', 'RegistrationNumberInvalid');
test(breaksRules, 'registrationNumber=--', 'RegistrationNumberInvalid');
test(breaksRules, 'registrationNumberPrefix=A', 'RegistrationNumberPrefixInvalid');
test(breaksRules, 'registrationNumberPrefix=A-%20', 'RegistrationNumberPrefixInvalid');
test(breaksRules, 'registrationNumberPrefix=A*', 'RegistrationNumberPrefixInvalid');
test(breaksRules, 'vinPrefix=%20WV%20', 'VinPrefixTooShort');
test(breaksRules, 'registrationStatus=parked', 'RegistrationStatusInvalid');
test(breaksRules, 'registrationStatus=constructor', 'RegistrationStatusInvalid');
const noOrders = [
  '',
  '-',
  '--id',
  'ID',
  'id,vin',
  'constructor',
  '__proto__',
  '%20id',
  'modelYear',
];
for (const text of noOrders) test(breaksRules, `sortBy=${text}`, 'SortByInvalid');
test(
  breaksRules,
  'sortBy=x&registrationNumber=!&page=900&pageSize=30',
  'SortByInvalid',
  'RegistrationNumberInvalid',
  'PageSizeOutOfRange',
  'SearchTooDeep',
);

const isMalformed = test.macro({
  title: (_, query: string) => `?${query.slice(0, 60)} is malformed, by no rule`,
  async exec(t, query: string) {
    const {searches, ask} = await startWith(t, 1);
    const problem = assertProblem(t, await ask(query), 'ValidationFailed');
    t.false('errors' in problem);
    t.truthy(problem.detail);
    t.deepEqual(searches, []);
  },
});

test(isMalformed, 'makeId=');
test(isMalformed, 'makeId=toyota');
test(isMalformed, 'makeId=9223372036854775808');
test(isMalformed, 'makeId=+1');
test(isMalformed, 'makeId=1&makeId=1');
test(isMalformed, 'makeId[]=1');
test(isMalformed, 'makeId[$ne]=1');
test(isMalformed, 'makeId%5B%24ne%5D=1');
test(isMalformed, 'makeId[a\n]=1'.replace('\n', '%0A'));
for (const list of ['', ',', '1,', ',1', '1,,2', '1,%202', '1;2', 'x', '1,9223372036854775808']) {
  test(isMalformed, `makeIds=${list}`);
}
test(isMalformed, 'makeIds=1&makeIds=2');
test(isMalformed, 'makeId=1,2');
for (const text of ['', 'TRUE', '1', 'yes', 'constructor']) test(isMalformed, `hasTowBar=${text}`);
for (const text of ['', '-', '.5', '5.', '+80', '%2B80', '1e', 'NaN', 'Infinity', '1,5', '0x10']) {
  test(isMalformed, `fromMaxPowerKw=${text}`);
}
for (const text of [
  '',
  '2024',
  '2024-02-30',
  '2023-02-29',
  '24-02-01',
  '2024-2-1',
  '2024-02-01T00:00Z',
  '2024-10-27T02:30:00',
  '2024-02-01%2B01:00',
]) {
  test(isMalformed, `fromInspectionDate=${text}`);
}
test(isMalformed, 'fromGrossWeightKg=1.5');
test(isMalformed, 'bodyType=');
test(isMalformed, 'make=');
test(isMalformed, `model=${'x'.repeat(257)}`);
test(isMalformed, 'equipmentId=airbags');
test(isMalformed, 'fromModelYear=99999999999');
test(isMalformed, 'toModelYear=2020.5');
test(isMalformed, 'page=1&page=2');
test(isMalformed, 'page=');
test(isMalformed, 'page=1.5');
test(isMalformed, 'pageSize=01');
test(isMalformed, 'registrationNumber=%E0%A4%A');
test(isMalformed, 'sortBy=id&sortBy=vin');
test(isMalformed, 'sortBy=x&makeId=x');
test(isMalformed, 'page=0&pageSize=99&colorId=red');

test('unknown parameters are ignored, however many and whatever they hold', async t => {
  const {ask} = await startWith(t, 1);
  const many = Array.from({length: 1000}, (_, index) => `p${index}=%`).join('&');
  t.is((await ask(`${many}&__proto__=1&__proto__[page]=0&&=`)).status, 200);
});

test('a declared parameter counts after a thousand others', async t => {
  const {searches, ask} = await startWith(t, 100);
  await ask(`${'x=1&'.repeat(1500)}page=2`);
  t.like(searches, [{page: {number: 2}}]);
});

test('a page that ends at the 10,000th result is answered', async t => {
  const {ask} = await startWith(t, 50_000);
  const {status, body} = await ask('page=500&pageSize=20');
  t.is(status, 200);
  t.like(body, {metadata: {totalCount: 50_000, totalPages: 2500}});
});

test('a page past the last one of a search with results is out of range', async t => {
  const {ask} = await startWith(t, 11);
  const refused = await ask('page=3');
  const problem = assertProblem(t, refused, 'ValidationFailed');
  const sentence = 'Page must be at least 1 and at most 2, the last page.';
  t.deepEqual(problem.errors, {PageOutOfRange: [sentence]});
  t.is(problem.detail, sentence);
  t.is(refused.headers['x-dataset-version'], '20260101-120000-0001');
});

test('any page of a search without results is empty', async t => {
  const {ask} = await startWith(t, 0);
  const {status, body} = await ask('page=999');
  t.is(status, 200);
  t.like(body, {data: [], metadata: {page: 999, totalCount: 0, totalPages: 0}});
});
