import test from 'ava';
import {lostCanaries, readPopulation} from '#indexer/generations/population.ts';
import vehiclesDefinition from '#mappings/vehicles.json' with {type: 'json'};
import {
  createTestGeneration,
  createTestIndex,
  testClient,
  testPrefix,
} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const aKind = (id: string) => ({id, name: `Kind ${id}`, originalName: `Art ${id}`});

test('a population counts vehicles by kind and entries by list', async t => {
  const vehicles = ['1', '1', '2', undefined].map((kind, at) =>
    aVehicleDocument({id: String(at + 1), ...(kind && {kind: aKind(kind)})}),
  );
  const references = [
    aReference({list: 'kinds', id: '1', name: 'Passenger car'}),
    aReference({list: 'kinds', id: '2', name: 'Trailer'}),
    aReference({list: 'makes', id: '7', name: 'OPEL'}),
  ];
  const {client, vehiclesIndex, referencesIndex} = await createTestGeneration(t, vehicles, {
    references,
  });
  const names = {vehicles: vehiclesIndex, references: referencesIndex};
  const population = await readPopulation(client, names);
  t.is(population.vehicles, 4);
  t.deepEqual(Object.fromEntries(population.kinds), {'1': 2, '2': 1, '': 1});
  t.deepEqual(Object.fromEntries(population.kindNames), {'1': 'Passenger car', '2': 'Trailer'});
  t.deepEqual(Object.fromEntries(population.entries), {kinds: 2, makes: 1});
});

test('a canary is lost when its plate leads to another vehicle or to none', async t => {
  const {client, vehiclesIndex} = await createTestGeneration(t, [
    aVehicleDocument({id: '1', plates: ['AB12345', 'CD12345']}),
    aVehicleDocument({id: '2', plates: ['AB12345']}),
  ]);
  const lost = await lostCanaries(client, vehiclesIndex, [
    {id: '1', plate: 'AB12345'},
    {id: '1', plate: 'CD12345'},
    {id: '2', plate: 'AB12345'},
    {id: '2', plate: 'CD12345'},
    {id: '3', plate: 'AB12345'},
    {id: '2', plate: 'ZZ99999'},
  ]);
  t.deepEqual(lost, ['2', '3', '2']);
  t.deepEqual(await lostCanaries(client, vehiclesIndex, []), []);
});

test('more canaries than one request holds are all asked for', async t => {
  const {client, vehiclesIndex} = await createTestGeneration(t, [
    aVehicleDocument({id: '1', plates: ['AB12345']}),
  ]);
  const canaries = Array.from({length: 1001}, (_, at) => ({
    id: at === 1000 ? '9' : '1',
    plate: 'AB12345',
  }));
  t.deepEqual(await lostCanaries(client, vehiclesIndex, canaries), ['9']);
});

test('vehicles of a shard that is away are not taken for missing', async t => {
  const client = testClient(t);
  const index = await createTestIndex(t, client, `${testPrefix()}vehicles`, {
    // One node has a place for one of the two.
    settings: {number_of_shards: 2, 'routing.allocation.total_shards_per_node': 1},
    mappings: vehiclesDefinition.mappings,
    wait_for_active_shards: 0,
  });
  const names = {vehicles: index, references: index};
  const unavailable = {message: /search_phase_execution_exception/};
  await t.throwsAsync(readPopulation(client, names), unavailable);
  await t.throwsAsync(lostCanaries(client, index, [{id: '1', plate: 'AB12345'}]), unavailable);
});
