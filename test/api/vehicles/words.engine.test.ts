import test from 'ava';
import {sharedFixture} from '../../helpers/scope.ts';
import {type Counted, startWorded, strict} from './start-worded.ts';

const api = sharedFixture(test, startWorded);

type Found = {readonly data: readonly {readonly id: string}[]};

const finds = test.macro({
  title: (_, params: object, ...ids: readonly string[]) =>
    `${JSON.stringify(params)} finds ${ids.join(', ') || 'nothing'}`,
  async exec(t, params: Readonly<Record<string, string>>, ...ids: readonly string[]) {
    const {get} = await api();
    const query = String(new URLSearchParams(params));
    const {status, body} = await get(`/v1/vehicles?${query}&sortBy=id`, {headers: strict});
    t.is(status, 200);
    t.deepEqual(
      (body as Found).data.map(({id}) => id),
      ids,
    );
    const statistic = await get(`/v1/statistics?${query}`, {headers: strict});
    t.is((statistic.body as Counted).metadata.totalCount, ids.length);
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
