import test from 'ava';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';

/** The API, and the filters that were searched by. */
const startNoting = async (t: Parameters<typeof startApi>[0]) => {
  const filters: VehicleFilter[] = [];
  const search = async ({filter}: {readonly filter: VehicleFilter}) => {
    filters.push(filter);
    return versioned({documents: [], totalCount: 0});
  };
  const api = await startApi(t, fakeServices({vehicles: {search}}));
  return {filters, ask: (query: string) => api.get(`/v1/vehicles?${query}`)};
};

const isRead = test.macro({
  title: (_, query: string) => `?${query} is read in its checked form`,
  async exec(t, query: string, filter: object) {
    const {filters, ask} = await startNoting(t);
    const {status} = await ask(query);
    t.is(status, 200);
    t.deepEqual<readonly object[], readonly object[]>(filters, [filter]);
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

const breaksRule = test.macro({
  title: (_, query: string, rule: string) => `?${query} breaks ${rule}`,
  async exec(t, query: string, rule: string) {
    const {filters, ask} = await startNoting(t);
    const problem = assertProblem(t, await ask(query), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}), [rule]);
    t.deepEqual(filters, [], 'nothing was looked for');
  },
});

test(breaksRule, 'registrationNumberPrefix=A', 'RegistrationNumberPrefixInvalid');
test(breaksRule, 'registrationNumberPrefix=A-%20', 'RegistrationNumberPrefixInvalid');
test(breaksRule, 'registrationNumberPrefix=A*', 'RegistrationNumberPrefixInvalid');
test(breaksRule, 'registrationNumber=--', 'RegistrationNumberInvalid');
test(breaksRule, 'vinPrefix=%20WV%20', 'VinPrefixTooShort');
test(breaksRule, 'registrationStatus=parked', 'RegistrationStatusInvalid');
test(breaksRule, 'registrationStatus=constructor', 'RegistrationStatusInvalid');

const isMalformed = test.macro({
  title: (_, query: string) => `?${query} is malformed, by no rule`,
  async exec(t, query: string) {
    const {filters, ask} = await startNoting(t);
    const problem = assertProblem(t, await ask(query), 'ValidationFailed');
    t.false('errors' in problem);
    t.deepEqual(filters, []);
  },
});

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
