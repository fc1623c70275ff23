import test from 'ava';
import {toGrouping} from '#core/domain/vehicle-statistics.ts';
import {parsing, patientVehicles} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** Both are the first of April in Denmark. */
const lastOfMarch = '2020-03-31T22:30:00.000Z';
const secondOfApril = '2020-04-02T00:30:00.000+04:00';

test('the day of a time is that in Denmark, while the answer keeps the offset of the register', async t => {
  const {client, prefix} = await createTestGeneration(t, [
    aVehicleDocument({id: '1', registrationStatusDate: lastOfMarch}),
    aVehicleDocument({id: '2', registrationStatusDate: secondOfApril}),
  ]);
  const service = patientVehicles(client, prefix);
  const filter = {
    fromRegistrationStatusDate: '2020-04-01',
    toRegistrationStatusDate: '2020-04-01',
  };
  const page = {number: 1, size: 10};
  const sortBy = {field: 'id', order: 'asc'} as const;
  const {value} = await parsing(service).search({filter, sortBy, page});
  t.deepEqual(
    value.documents.map(({registrationStatusDate}) => registrationStatusDate),
    [lastOfMarch, secondOfApril],
  );

  const groupBy = [toGrouping('registrationStatusMonth') ?? []].flat();
  const statistic = await service.statistics({filter: {}, groupBy, metrics: [], sortBy: 'value'});
  const json = 'json' in statistic.value ? statistic.value.json.toString() : '{}';
  t.like(JSON.parse(json).data, [{groups: [{value: '2020-04', name: 'April 2020'}], count: 2}]);
});
