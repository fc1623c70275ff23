import test, {type ExecutionContext} from 'ava';
import type {Versioned} from '#core/domain/dataset.ts';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument, VehicleResponse} from '#mappings/vehicle-document.ts';
import type {Clock} from '#src/search/live-generation.ts';
import {
  parsing,
  patientReferences,
  patientVehicles,
  requestsOf,
} from '../helpers/engines/patient-services.ts';
import {createTestGeneration, flipTo, type TestGeneration} from '../helpers/engines/test-index.ts';
import {fastClock, stoppedClock} from '../helpers/fakes/clocks.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const sizes = {old: 30, new: 50};
const versions = {old: '20261117-110000-0001', new: '20261124-110000-0002'};

/** Vehicles of the same ids, plate and VIN in either generation, each marked with its own. */
const marked = (count: number, version: string): readonly VehicleDocument[] =>
  Array.from({length: count}, (_, index) =>
    aVehicleDocument({
      id: String(index + 1),
      vin: 'VIN',
      registrationNumber: 'AB12345',
      bodyType: version,
    }),
  );

/** A make and as many models, each named after its generation. */
const named = (count: number, version: string): readonly ReferenceDocument[] => [
  aReference({id: '1', name: version}),
  ...Array.from({length: count}, (_, id) =>
    aReference({list: 'models', makeId: '1', id: String(id), name: version}),
  ),
];

/** Two generations of one dataset; the older one is live. */
const startTwo = async (t: ExecutionContext) => {
  const old = await createTestGeneration(t, marked(sizes.old, versions.old), {
    version: versions.old,
    references: named(sizes.old, versions.old),
  });
  const next = await createTestGeneration(t, marked(sizes.new, versions.new), {
    ...old,
    version: versions.new,
    references: named(sizes.new, versions.new),
    live: false,
  });
  return {old, next};
};

/** The marks of what was found, and the total that was told with it. */
type Read = {readonly marks: readonly (string | null)[]; readonly totalCount?: number};

const ofVehicles = (vehicles: readonly VehicleResponse[]) => vehicles.map(({bodyType}) => bodyType);

const ofEntries = (documents: readonly ReferenceDocument[]) => documents.map(({name}) => name);

const read = async <Value>(
  asked: Promise<Versioned<Value>>,
  toRead: (value: Value) => Read,
): Promise<Versioned<Read>> => {
  const {version, value} = await asked;
  return {version, value: toRead(value)};
};

/** Every way to ask. */
const questions = ({client, prefix}: TestGeneration, clock: Clock) => {
  const vehicles = parsing(patientVehicles(client, prefix, clock));
  const references = patientReferences(client, prefix, clock);
  const vehicle = (asked: Promise<Versioned<VehicleResponse | undefined>>) =>
    read(asked, value => ({marks: ofVehicles(value ? [value] : [])}));
  const plate = toPlate('AB12345') as never;
  const page = {number: 2, size: 20};
  let searches = 0;
  return {
    byId: () => vehicle(vehicles.byId(toInt64('1') as never)),
    byPlate: () => vehicle(vehicles.byPlate(plate)),
    byVin: () => vehicle(vehicles.byVin(toVin('VIN'))),
    byPlates: () =>
      read(vehicles.byPlates([plate]), found => ({marks: ofVehicles([...found.values()])})),
    /** A page of another size each time, so that not only the cache is asked. */
    search: () => {
      searches += 1;
      const page = {number: 2, size: 11 + (searches % 10)};
      return read(vehicles.search({filter: {}, page}), ({documents, totalCount}) => ({
        marks: ofVehicles(documents),
        totalCount,
      }));
    },
    entry: () =>
      read(references.byId('models', {makeId: '1'}, '7'), value => ({
        marks: ofEntries(value ? [value] : []),
      })),
    list: () =>
      read(references.list('models', {makeId: '1'}, {page}), value =>
        'missingParent' in value
          ? {marks: []}
          : {marks: ofEntries(value.documents), totalCount: value.totalCount},
      ),
  };
};

const isOfOneGeneration = (t: ExecutionContext, {version, value}: Versioned<Read>) => {
  t.deepEqual([...new Set(value.marks)], [version]);
  const size = version === versions.new ? sizes.new : sizes.old;
  if (value.totalCount !== undefined) t.is(value.totalCount, size);
};

test('no answer mixes two generations while the aliases flip', async t => {
  t.timeout(60_000);
  const {old, next} = await startTwo(t);
  let flipping = true;
  const answeredBy = new Set<string>();
  const keepAsking = async (ask: () => Promise<Versioned<Read>>) => {
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

test('every question goes on in the live generation when the one it knew is deleted', async t => {
  const {old, next} = await startTwo(t);
  // Each of a copy of its own: the first that misses the generation would tell the others.
  const names = Object.keys(questions(old, stoppedClock)) as (keyof ReturnType<typeof questions>)[];
  const asks = names.map(name => [name, questions(old, stoppedClock)[name]] as const);
  for (const [, ask] of asks) t.is((await ask()).version, versions.old);

  await flipTo(next);
  await old.client.indices.delete({index: [old.vehiclesIndex, old.referencesIndex]});
  for (const [name, ask] of asks) {
    const answer = await ask();
    t.is(answer.version, versions.new, name);
    isOfOneGeneration(t, answer);
  }
});

test('when the generation is deleted and none is live, the dataset is not loaded', async t => {
  const generation = await createTestGeneration(t, marked(sizes.old, versions.old));
  const {search} = questions(generation, stoppedClock);
  await search();
  await generation.client.indices.delete({index: generation.vehiclesIndex});
  await t.throwsAsync(search(), {instanceOf: DatasetNotLoaded});
});

test('who was asked for twice is answered from memory, until another generation is live', async t => {
  const {old, next} = await startTwo(t);
  let time = 0;
  const {byId, byPlate, byVin} = questions(old, {...stoppedClock, now: () => time});
  const sent = requestsOf(old.client);
  /** By which generation it is answered, and with how many lookups. */
  const answered = async (ask: typeof byId) => {
    sent.length = 0;
    const answer = await ask();
    isOfOneGeneration(t, answer);
    return [answer.version, sent.filter(request => !request.includes('_mapping')).length];
  };
  const asked = async () => {
    const first = await answered(byId);
    for (const ask of [byPlate, byVin]) t.deepEqual(await answered(ask), first);
    return first;
  };
  t.deepEqual(await asked(), [versions.old, 1]);
  t.deepEqual(await asked(), [versions.old, 1]);
  t.deepEqual(await asked(), [versions.old, 0]);

  await flipTo(next);
  t.deepEqual(await asked(), [versions.old, 0], 'within the second that a reader has');
  time += 1_000;
  t.deepEqual(await asked(), [versions.new, 1]);
  t.deepEqual(await asked(), [versions.new, 1]);
  t.deepEqual(await asked(), [versions.new, 0]);
  await flipTo(old);
  time += 1_000;
  const unknown = 'which generation is live is not known';
  t.deepEqual(await answered(byId), [versions.old, 1], unknown);
  t.deepEqual(await asked(), [versions.old, 0]);
});
