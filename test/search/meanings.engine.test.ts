import test, {type ExecutionContext} from 'ava';
import {FilterFaults, type VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {Clock} from '#src/search/live-generation.ts';
import {patientVehicles, requestsOf} from '../helpers/engines/patient-services.ts';
import {createTestGeneration, flipTo, type TestGeneration} from '../helpers/engines/test-index.ts';
import {stoppedClock} from '../helpers/fakes/clocks.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const versions = {old: '20261117-120000-0001', new: '20261124-120000-0002'};

/** A vehicle with this body, of a Skoda with this id. */
const startWith = (
  t: ExecutionContext,
  bodyType: string,
  id: string,
  options: Parameters<typeof createTestGeneration>[2] = {},
) => {
  const make = {id, name: 'SKODA'};
  const vehicle = aVehicleDocument({id: '1', bodyType, make});
  return createTestGeneration(t, [vehicle], {...options, references: [aReference(make)]});
};

const asking = ({client, prefix}: TestGeneration, clock: Clock) => {
  const service = patientVehicles(client, prefix, clock);
  return async (filter: VehicleFilter) => {
    const {version, value} = await service.search({filter, page: {number: 1, size: 10}});
    return {version, totalCount: value.totalCount};
  };
};

test('words and names mean what they do in the dataset that is searched', async t => {
  const old = await startWith(t, 'Sedan', '1');
  const next = await startWith(t, 'Suv', '2', {...old, version: versions.new, live: false});
  let time = 0;
  const ask = asking(old, {...stoppedClock, now: () => (time += 2_000)});
  t.deepEqual(await ask({make: 'skoda'}), {version: versions.old, totalCount: 1});
  const error = await t.throwsAsync(ask({bodyType: 'suv'}), {instanceOf: FilterFaults});
  t.is(error.version, versions.old);
  await flipTo(next);
  t.deepEqual(await ask({make: 'skoda'}), {version: versions.new, totalCount: 1});
  t.deepEqual(await ask({bodyType: 'suv'}), {version: versions.new, totalCount: 1});
});

test('a dataset is asked once what a word or a name means', async t => {
  const generation = await startWith(t, 'Sedan', '1');
  const ask = asking(generation, stoppedClock);
  const requests = requestsOf(generation.client);
  const requestsFor = async (filter: VehicleFilter) => {
    requests.length = 0;
    await ask(filter);
    return requests.length;
  };
  await ask({});
  // The page and the total; before them, what is meant.
  t.is(await requestsFor({bodyType: 'sedan', make: 'skoda'}), 4);
  t.is(await requestsFor({bodyType: 'SEDAN', make: 'Škoda', toModelYear: 2020}), 2);
  t.is(await requestsFor({fuel: 'benzin', vehicleStatus: 'registered'}), 3);
  t.is(await requestsFor({makeId: '1' as never}), 2);
});

test('callers who ask together for the words of a dataset share one reading of them', async t => {
  const generation = await startWith(t, 'Sedan', '1');
  const ask = asking(generation, stoppedClock);
  const requests = requestsOf(generation.client);
  const asked = Array.from({length: 20}, (_, at) => ask({bodyType: 'sedan', toModelYear: at}));
  await Promise.all(asked);
  t.is(requests.filter(request => request.includes('"terms":{"field"')).length, 1);
});
