import test, {type ExecutionContext} from 'ava';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Answer} from '#src/domain/dataset.ts';
import {toInt64} from '#src/domain/int64.ts';
import {DatasetNotLoaded} from '#src/domain/outages.ts';
import {toPlate} from '#src/domain/plate.ts';
import {toVin} from '#src/domain/vin.ts';
import type {Clock} from '#src/search/live-generation.ts';
import {aVehicleDocument} from '../helpers/a-vehicle-document.ts';
import {patientVehicles} from '../helpers/patient-vehicles.ts';
import {createTestGeneration, flipTo, type TestGeneration} from '../helpers/test-index.ts';

const sizes = {old: 30, new: 50};
const versions = {old: '20261117-110000-0001', new: '20261124-110000-0002'};

/** Vehicles of the same ids, plate and VIN in either generation, each marked with its own. */
const marked = (count: number, version: string): readonly VehicleDocument[] =>
  Array.from({length: count}, (_, index) =>
    aVehicleDocument({
      id: String(index + 1),
      vin: 'VIN',
      registrationNumber: 'AB12345',
      details: {vehicle: {bodyType: version}, technicalDetails: {}},
    }),
  );

/** Two generations of one dataset; the older one is live. */
const startTwo = async (t: ExecutionContext) => {
  const old = await createTestGeneration(t, marked(sizes.old, versions.old), {
    version: versions.old,
  });
  const next = await createTestGeneration(t, marked(sizes.new, versions.new), {
    ...old,
    version: versions.new,
    live: false,
  });
  return {old, next};
};

type Read = {readonly documents: readonly VehicleDocument[]; readonly totalCount?: number};

/** Every way to ask, each told as the documents and the total it answered with. */
const questions = ({client, prefix}: TestGeneration, clock: Clock) => {
  const service = patientVehicles(client, prefix, clock);
  const one = async (answer: Promise<Answer<VehicleDocument | undefined>>) => {
    const {version, value} = await answer;
    return {version, value: {documents: value ? [value] : []}};
  };
  const search = {filter: {modelYear: {}}, page: {number: 2, size: 20}};
  return {
    byId: () => one(service.byId(toInt64('1') as never)),
    byPlate: () => one(service.byPlate(toPlate('AB12345') as never)),
    byVin: () => one(service.byVin(toVin('VIN'))),
    byPlates: async () => {
      const {version, value} = await service.byPlates([toPlate('AB12345') as never]);
      return {version, value: {documents: [...value.values()]}};
    },
    search: (): Promise<Answer<Read>> => service.search(search),
  };
};

/** The clock of a copy that asks for the live generation every few questions. */
const fastClock = (): Clock => {
  let time = 0;
  const now = () => {
    time += 250;
    return time;
  };
  return {now, wait: async () => {}};
};

/** The clock of a copy that takes what it has read for the live generation for ever. */
const stoppedClock: Clock = {now: () => 0, wait: async () => {}};

const isOfOneGeneration = (t: ExecutionContext, {version, value}: Answer<Read>) => {
  t.true(value.documents.length > 0);
  const marks = new Set(value.documents.map(({details}) => details.vehicle.bodyType));
  t.deepEqual([...marks], [version]);
  const size = version === versions.new ? sizes.new : sizes.old;
  if (value.totalCount !== undefined) t.is(value.totalCount, size);
};

test('no answer mixes two generations while the aliases flip', async t => {
  t.timeout(60_000);
  const {old, next} = await startTwo(t);
  let flipping = true;
  const answeredBy = new Set<string>();
  const keepAsking = async (ask: () => Promise<Answer<Read>>) => {
    while (flipping) {
      const answer = await ask();
      answeredBy.add(answer.version);
      isOfOneGeneration(t, answer);
    }
  };
  const asking = Object.values(questions(old, fastClock())).map(keepAsking);
  for (const generation of [next, old, next, old, next]) {
    await flipTo(generation);
    await questions(old, fastClock()).search();
  }
  flipping = false;
  await Promise.all(asking);
  t.deepEqual([...answeredBy].toSorted(), [versions.old, versions.new]);
});

for (const name of ['byId', 'byPlate', 'byVin', 'byPlates', 'search'] as const) {
  test(`${name} goes on in the live generation when the one it knew is deleted`, async t => {
    const {old, next} = await startTwo(t);
    const ask = questions(old, stoppedClock)[name];
    t.is((await ask()).version, versions.old);

    await flipTo(next);
    await old.client.indices.delete({index: old.vehiclesIndex});
    const answer = await ask();
    t.is(answer.version, versions.new);
    isOfOneGeneration(t, answer);
  });
}

test('when the generation is deleted and none is live, the dataset is not loaded', async t => {
  const {client, prefix, vehiclesIndex, ...rest} = await createTestGeneration(
    t,
    marked(30, versions.old),
  );
  const ask = questions({client, prefix, vehiclesIndex, ...rest}, stoppedClock);
  await ask.search();
  await client.indices.delete({index: vehiclesIndex});
  await t.throwsAsync(ask.search(), {instanceOf: DatasetNotLoaded});
});
