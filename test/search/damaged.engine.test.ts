import test, {type ExecutionContext} from 'ava';
import {toPlate} from '#core/domain/identifiers.ts';
import type {VehicleDocument, VehicleResponse} from '#mappings/vehicle-document.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {patientVehicles} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../helpers/scope.ts';

const aVehicle = (id: number) =>
  aVehicleDocument({
    id: String(id),
    vin: `VIN${id}`,
    registrationNumber: `AB${id}`,
    color: {id: '1', name: 'Red', originalName: 'Rød'},
    bodyType: 'Hatchback',
  });

const longer = (document: VehicleDocument, bytes: number) => ({
  ...document,
  vehicleBytes: document.vehicleBytes + bytes,
});

const {vehicle: odd, vehicleBytes: _, ...others} = aVehicle(7);
const {bodyType: __, ...oddWithoutBody} = odd;

/** So long that it ends where a member of the vehicle ends. */
const cutOff = JSON.stringify(aVehicle(5).vehicle).indexOf('},"make"') + 1;

/** What is stored, and the vehicle that is answered: none where there is nothing to answer. */
const cases: readonly [stored: object, VehicleResponse | undefined][] = [
  [aVehicle(1), aVehicle(1).vehicle],
  [longer(aVehicle(2), -1), aVehicle(2).vehicle],
  [longer(aVehicle(3), 1), aVehicle(3).vehicle],
  [longer(aVehicle(4), 10_000), aVehicle(4).vehicle],
  [{...aVehicle(5), vehicleBytes: cutOff}, aVehicle(5).vehicle],
  [{vehicle: aVehicle(6).vehicle, ...others}, aVehicle(6).vehicle],
  [
    {vehicle: oddWithoutBody, ...others},
    {...odd, bodyType: null},
  ],
  [{vehicleBytes: 2, isRegistered: true, technicalDetails: {}}, undefined],
  [aVehicle(9), aVehicle(9).vehicle],
];

const damaged = 7;

const generation = sharedFixture(test, async t => {
  const {client, prefix, vehiclesIndex: index} = await createTestGeneration(t, []);
  const operations = cases.flatMap(([stored], at) => [{create: {_id: String(at + 1)}}, stored]);
  const {errors} = await client.bulk({index, operations, refresh: true});
  if (errors) throw new Error('A case is not stored.');
  return {client, prefix};
});

const start = async (t: ExecutionContext) => {
  const {client, prefix} = await generation();
  const told = new Set<string>();
  const service = patientVehicles(client, prefix, undefined, ({message}) => told.add(message));
  return {api: await startApi(t, fakeServices({vehicles: service})), service, told};
};

test('a damaged document is the problem of its own lookup, and told', async t => {
  const {api, told} = await start(t);
  const answers = await Promise.all(cases.map((_, at) => api.get(`/v1/vehicles/${at + 1}`)));
  for (const [at, [, expected]] of cases.entries()) {
    const {status, body} = answers[at] ?? {};
    t.is(status, expected ? 200 : 500, `${at + 1}`);
    if (expected) t.deepEqual(body, expected);
  }
  t.is(told.size, damaged);
});

test('the others of a batch are answered beside a damaged document', async t => {
  const {service} = await start(t);
  const readable = cases.flatMap(([, expected]) => expected ?? []);
  const plates = readable.map(({plates: [plate = '']}) => toPlate(plate) as never);
  const {value} = await service.byPlates(plates);
  t.deepEqual(
    plates.map(plate => JSON.parse(String(value.get(plate)))),
    readable,
  );
});

test('the others of a page are answered, but a page whose document has no vehicle', async t => {
  const {api} = await start(t);
  const sorted = cases.flatMap(([, expected]) => expected ?? []);
  const {status, body} = await api.get('/v1/vehicles?sortBy=id&pageSize=8');
  t.is(status, 200);
  t.like(body, {data: sorted, metadata: {totalCount: cases.length}});
  t.is((await api.get('/v1/vehicles?sortBy=id&pageSize=8&page=2')).status, 500);
});
