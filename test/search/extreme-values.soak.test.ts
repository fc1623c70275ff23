import test from 'ava';
import {endpoints} from '#src/api/index.ts';
import {filledPath} from '#src/http/endpoint/endpoint.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {patientReferences, patientVehicles} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** The longest, the greatest and the least that a parameter of any type may be sent. */
const extremes = [
  ...['W', '*', '9', '-', ' ', '?', '.', '1,', '\\', 'æ', 'å', '\u{1F697}'].map(unit =>
    unit.repeat(15_000 / encodeURIComponent(unit).length),
  ),
  ...['0000-01-01', '9999-12-31', '0001-01-01'],
  ...['1e308', '-1e308', '1e999', '1e-999', '0.1e-400', `0.${'9'.repeat(5000)}`],
  ...['-2147483648', '2147483647', '-9223372036854775808', '9223372036854775807', '-1', '-0'],
  Array.from({length: 50}, (_, at) => `-92233720368547758${at}`).join(','),
  ...[257, 1001].flatMap(length => ['A'.repeat(length), `TST${'æ'.repeat(length)}`]),
  ...['true', 'false', '-vin', '10000', 'make,maxPowerKw', 'p99:maxPowerKw'],
];

/** Ranges whose ends are far apart, and the wrong way round. */
const turned = [
  '?fromRegistrationStatusDate=9999-12-31&toRegistrationStatusDate=0000-01-01',
  '?fromRegistrationStatusDate=0000-01-01&toRegistrationStatusDate=9999-12-31&groupBy=registrationStatusMonth',
  '?fromFirstRegisteredOn=0000-01-01&toFirstRegisteredOn=9999-12-31&groupBy=firstRegisteredMonth',
  '?fromMaxPowerKw=1e308&toMaxPowerKw=-1e308',
  '?fromMaxPowerKw=-1e999&toMaxPowerKw=1e999&groupBy=maxPowerKw:1&metric=p99:maxPowerKw',
  '?fromModelYear=2147483647&toModelYear=-2147483648',
];

test('no value of a parameter, however long or great, is more than Elasticsearch takes', async t => {
  const {client, prefix} = await createTestGeneration(t, [aVehicleDocument()]);
  const services = fakeServices({
    vehicles: patientVehicles(client, prefix),
    references: patientReferences(client, prefix),
  });
  const api = await startApi(t, services);
  const failed: string[] = [];
  for (const {path, method, query, params} of endpoints) {
    if (method === 'POST') continue;
    const bare = filledPath(path, () => '1');
    const targets = extremes
      .map(encodeURIComponent)
      .flatMap(value => [
        ...Object.keys(query?.shape ?? {}).map(name => `${bare}?${name}=${value}`),
        ...Object.keys(params ?? {}).map(name =>
          filledPath(path, other => (other === name ? value : '1')),
        ),
      ]);
    if (query && 'toMaxPowerKw' in query.shape) targets.push(...turned.map(range => bare + range));
    for (const target of targets) {
      const {status} = await api.get(target);
      if (status >= 500) failed.push(`${status}: ${target.slice(0, 100)}`);
    }
  }
  t.deepEqual(failed, []);
});

test('no VIN begins with more than a VIN can have', async t => {
  const long = 'W'.repeat(256);
  const {client, prefix} = await createTestGeneration(t, [aVehicleDocument({vin: long})]);
  const api = await startApi(t, fakeServices({vehicles: patientVehicles(client, prefix)}));
  for (const [length, totalCount] of [
    [256, 1],
    [257, 0],
    [1000, 0],
    [1001, 0],
  ] as const) {
    const {body} = await api.get(`/v1/vehicles?vinPrefix=${'w'.repeat(length)}`);
    t.like(body, {metadata: {totalCount}}, `${length}`);
  }
});
