import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import {type Plate, toPlate, toVin} from '#core/domain/identifiers.ts';
import {type Int64, toInt64} from '#core/domain/integers.ts';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {parsing, patientVehicles, requestsOf} from '../helpers/engines/patient-services.ts';
import {createTestGeneration, testPrefix} from '../helpers/engines/test-index.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {chosen, searched} from './fleet/oracle.ts';
import {plates, vins} from './fleet/random-fleet.ts';
import {aSearch} from './fleet/random-search.ts';
import {inWords, type Layout, layouts, startFleet} from './fleet/start-fleet.ts';
import {servingClient} from './stand-in-engine.ts';

const fleet = sharedFixture(test, startFleet);

const plate = (text: string) => toPlate(text) as Plate;
const int64 = (text: string) => toInt64(text) as Int64;

/** Some with each of the letters. */
const somePlates = plates.filter((_, at) => at % 6 === 0);

/** Every key at the same time, so that they leave in batches. */
const together = <Key, Value>(keys: readonly Key[], ask: (key: Key) => Promise<Value>) =>
  Promise.all(keys.map(async key => [key, await ask(key)] as const));

const platesChoose = test.macro({
  title: (_, layout: Layout) => `a plate means the vehicle its rules say, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    const {documents, version, service: serving} = await fleet(layout);
    const service = parsing(serving);
    const batch = await service.byPlates(plates);
    t.is(batch.version, version);
    for (const [plate, answer] of await together(plates, service.byPlate)) {
      const value = chosen(
        documents.filter(({vehicle}) => vehicle.plates.includes(plate)),
      )?.vehicle;
      t.deepEqual(answer, {version, value}, plate);
      t.deepEqual(batch.value.get(plate), value, plate);
    }
    const {value: some} = await service.byPlates([...somePlates, plate('NOBODYS')]);
    const expected = somePlates.flatMap(plate => {
      const value = batch.value.get(plate);
      return value ? [[plate, value] as const] : [];
    });
    t.deepEqual(Object.fromEntries(some), Object.fromEntries(expected));
  },
});

const vinsAndIdsFind = test.macro({
  title: (_, layout: Layout) =>
    `a VIN several have is chosen by plate order, and every id finds its own vehicle, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    const {documents, version, service: serving} = await fleet(layout);
    const service = parsing(serving);
    for (const [vin, answer] of await together(vins.map(toVin), service.byVin)) {
      const value = chosen(documents.filter(({vehicle}) => vehicle.vin === vin))?.vehicle;
      t.deepEqual(answer, {version, value}, vin);
    }
    const ids = documents.map(({vehicle}) => int64(vehicle.id));
    const answers = await together(ids, service.byId);
    t.deepEqual(
      answers.map(([, answer]) => answer),
      documents.map(({vehicle}) => ({version, value: vehicle})),
    );
  },
});

const answersLikeTheOracle = test.macro({
  title: (_, layout: Layout) => `any search answers like the oracle, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(120_000);
    const {documents, version, service} = await fleet(layout);
    const {search: ask} = parsing(service);
    await fc.assert(
      fc.asyncProperty(aSearch, async search => {
        const found = searched(documents, search);
        const value = {...found, documents: found.documents.map(({vehicle}) => vehicle)};
        t.deepEqual<unknown, unknown>(await ask(search), {version, value});
      }),
      {seed: 1_000 + layout.fleet, numRuns: 200},
    );
  },
});

for (const layout of layouts) {
  test(platesChoose, layout);
  test(vinsAndIdsFind, layout);
  test(answersLikeTheOracle, layout);
}

type Item = {
  readonly plate: string;
  readonly vehicle: object | null;
  readonly error: {readonly code: string; readonly message: string} | null;
};

/** As a person may write it. */
const spelled = (plate: string, index: number) =>
  [plate, plate.toLowerCase(), `${plate.slice(0, 1)} -${plate.slice(1)}`][index % 3] ?? plate;

test('an item of a batch is what the single lookup and the first of the history answer', async t => {
  const {service, version} = await fleet(layouts[2]);
  const api = await startApi(t, fakeServices({vehicles: service}));
  const sent = [...somePlates, 'NOBODY', 'ß1', ''].map(spelled);
  const {headers, body} = await api.post('/v1/vehicles/plates', JSON.stringify({plates: sent}));
  t.is(headers['x-dataset-version'], version);
  const {data} = body as {readonly data: readonly Item[]};
  t.deepEqual(
    data.map(({plate}) => plate),
    sent,
  );

  const outcomes = new Set<string>();
  for (const {plate, vehicle, error} of data) {
    const encoded = encodeURIComponent(plate);
    const single = await api.get(`/v1/vehicles/plate/${encoded}`);
    const history = await api.get(`/v1/vehicles?registrationNumber=${encoded}`);
    outcomes.add(error?.code ?? 'found');
    if (error === null) {
      t.deepEqual(single.body, vehicle, plate);
      t.deepEqual(
        (history.body as {readonly data: readonly object[]}).data[0],
        vehicle ?? undefined,
      );
    } else if (error.code === 'VehicleNotFound') {
      t.like(single.body, {code: 'VehicleNotFound', title: error.message}, plate);
      t.like(history.body, {data: []}, plate);
    } else if (plate !== '') {
      const errors = {RegistrationNumberInvalid: [error.message]};
      t.like(single.body, {code: 'ValidationFailed', errors}, plate);
      t.like(history.body, {code: 'ValidationFailed', errors}, plate);
    }
  }
  t.deepEqual([...outcomes].toSorted(), ['InvalidPlate', 'VehicleNotFound', 'found']);
});

test('ids above 2^53 stay exact on the way in and out', async t => {
  const ids = [
    '9007199254740992',
    '9007199254740993',
    '9223372036854775806',
    '9223372036854775807',
  ];
  const documents = ids.map(id => aVehicleDocument({id, registrationNumber: 'AB12345'}));
  const {client, prefix} = await createTestGeneration(t, documents.slice(1));
  const service = parsing(patientVehicles(client, prefix));

  const found = await together(ids.map(int64), service.byId);
  t.deepEqual(
    found.map(([, {value}]) => value?.id),
    [undefined, ...ids.slice(1)],
  );
  t.is((await service.byPlate(plate('AB12345'))).value?.id, '9223372036854775807');
  const {value} = await service.search({
    filter: {},
    sortBy: {field: 'id', order: 'asc'},
    page: {number: 1, size: 20},
  });
  t.deepEqual(
    value.documents.map(({id}) => id),
    ids.slice(1),
  );
});

test('a batch of no plates asks for nothing but the version of the data', async t => {
  const {client, version, service} = await fleet(layouts[0]);
  t.deepEqual(await service.byPlates([]), {version, value: new Map()});

  const empty = patientVehicles(client, testPrefix());
  await t.throwsAsync(empty.byPlates([]), {instanceOf: DatasetNotLoaded});
});

test('what nobody carries is absent, not an error', async t => {
  const {version, service} = await fleet(layouts[0]);
  const nothing = {version, value: undefined};
  t.deepEqual(await service.byId(int64('1')), nothing);
  t.deepEqual(await service.byPlate(plate('AB12345')), nothing);
  t.deepEqual(await service.byPlates([plate('AB12345')]), {version, value: new Map()});
  t.deepEqual(await service.byVin(toVin('* OR vin:')), nothing);
});

/** 100 carriers for every fifth of 500 plates, each with an instant and status of its own, and one for all others. */
const crowd = (plates: readonly Plate[]): readonly VehicleDocument[] =>
  plates.flatMap((registrationNumber, row) =>
    Array.from({length: row % 5 === 0 ? 100 : 1}, (_, column) =>
      aVehicleDocument({
        id: String(1_000 * row + column),
        registrationNumber,
        isRegistered: (row + column) % 3 === 0 && row % 10 !== 0,
        ...(column % 4 !== 0 && {
          registrationStatusDate: new Date(
            1e12 + ((row * 7 + column * 11) % 13) * 1e9,
          ).toISOString(),
        }),
      }),
    ),
  );

const crowded = test.macro({
  title: (_, shards: number) =>
    `500 plates, some of 100 carriers, are chosen exactly, shards: ${shards}`,
  async exec(t, shards: number) {
    t.timeout(120_000);
    const plates = Array.from({length: 500}, (_, number) => plate(`Æ${number}`));
    const documents = crowd(plates);
    const {client, prefix} = await createTestGeneration(t, documents, {shards});
    const service = parsing(patientVehicles(client, prefix));
    const requests = requestsOf(client);
    for (const [plate, {value}] of await together(plates, service.byPlate)) {
      const carriers = documents.filter(({vehicle}) => vehicle.registrationNumber === plate);
      t.is(value?.id, chosen(carriers)?.vehicle.id, plate);
    }
    const batch = await service.byPlates(plates);
    for (const plate of plates) {
      const carriers = documents.filter(({vehicle}) => vehicle.registrationNumber === plate);
      t.is(batch.value.get(plate)?.id, chosen(carriers)?.vehicle.id, plate);
    }
    t.true(requests.length < 10, `${requests.length} requests for 500 plates`);
  },
});

test(crowded, 1);
test(crowded, 3);

const beside = test.macro(async (t, lookedUp: string) => {
  const plates = Array.from({length: 60}, (_, number) => plate(`AB${10_000 + number}`));
  const documents = plates
    .slice(0, 40)
    .map((registrationNumber, at) => aVehicleDocument({id: `${at + 1}`, registrationNumber}));
  const {prefix} = await createTestGeneration(t, documents);
  let latency = 0;
  const node = await engineProxy(t, async ({path}) => {
    if (path.includes('/_search')) await wait(latency);
    return 'pass' as const;
  });
  const client = servingClient(t, node);
  const service = parsing(patientVehicles(client, prefix));
  const requests = requestsOf(client);
  const asked = () =>
    requests
      .filter(request => request.includes('terms'))
      .map(request => plates.filter(plate => request.includes(plate)).length);

  // A vehicle that is asked for twice is kept.
  for (let n = 0; n < 2; n += 1) await service.byId(int64(lookedUp));
  await wait(200);
  const whole = await service.byPlates(plates);
  t.deepEqual(asked(), [60]);
  t.is(whole.value.size, 40);

  let isOver = false;
  const lookups = async () => {
    for (; !isOver; await wait(5)) await service.byId(int64(lookedUp));
  };
  const others = lookups();
  const inParts = await service.byPlates(plates);
  t.is(inParts.version, whole.version);
  for (const plate of plates) t.deepEqual(inParts.value.get(plate), whole.value.get(plate));
  t.is(asked()[1], 18);

  requests.length = 0;
  latency = 510;
  await service.byPlates(plates);
  t.deepEqual(asked(), [18, 42], 'it gives way for half a second');
  isOver = true;
  await others;
});

const besideLookups = 'a batch is asked in parts, and answers the same, beside lookups';
test.serial(`${besideLookups} in Elasticsearch`, beside, '0');
test.serial(`${besideLookups} that memory answers`, beside, '1');
