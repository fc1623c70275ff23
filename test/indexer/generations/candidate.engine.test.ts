import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {
  compareCount,
  copyCandidate,
  createCandidate,
  mergeToOne,
} from '#indexer/generations/candidate.ts';
import {prunable} from '#indexer/generations/discard.ts';
import {lostCanaries, readPopulation} from '#indexer/generations/population.ts';
import {nextBuild, storedGenerations} from '#indexer/generations/stored-generations.ts';
import {WritesLost} from '#indexer/write/errors.ts';
import {indexDefinition} from '#indexer/write/indices.ts';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {writeVehicles} from '#indexer/write/write-vehicles.ts';
import {type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import vehiclesDefinition from '#mappings/vehicles.json' with {type: 'json'};
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {
  createTestGeneration,
  createTestIndex,
  testClient,
  testPrefix,
} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {aCandidate, retryPolicyOf, vehicleBatch} from '../write/a-candidate.ts';
import {buildAliases, generations, serving, stamp, versionOf} from './generations.ts';

test('a number follows the highest there is, of whichever extract, and the last one given', async t => {
  const {client, prefix} = generations(t);
  t.is(nextBuild(await storedGenerations({client, prefix})), 1);
  await client.indices.create({index: `${prefix}references-20270101-000000-0041`});
  await client.indices.create({index: `${prefix}references-${stamp}-0042`});
  await client.indices.create({index: `${prefix}vehicles-backup-0099`});
  const stored = await storedGenerations({client, prefix});
  t.is(nextBuild(stored), 43);
  t.is(nextBuild(stored, 50), 51);
});

test('a sealed generation has the settings of its definition, and takes no writes', async t => {
  const {client, prefix, held, unfinished} = generations(t);
  const settingsOf = async (generation: Generation) => {
    const {vehicles: index} = indexNames(prefix, toVersion(generation));
    const {[index]: found} = await client.indices.getSettings({index});
    const {uuid, creation_date, provided_name, version, ...settings} = found?.settings?.index ?? {};
    return settings;
  };
  const defined = {stamp, build: 3};
  const {vehicles: index} = indexNames(prefix, toVersion(defined));
  await client.indices.create({...indexDefinition('mappings/vehicles.json'), index});

  const blocked = {blocks: {write: 'true'}, verified_read_only: 'true'};
  const expected = {...(await settingsOf(defined)), ...blocked};
  t.deepEqual(await settingsOf(await held(1)), expected);
  t.true('merge' in (await settingsOf(await unfinished(2))), 'it is filled with others');
});

test('a generation is merged to one segment though it takes no writes', async t => {
  const fleet = ['1', '2', '3', '4'].map(id => aVehicleDocument({id}));
  const {client, prefix, version} = await createTestGeneration(t, fleet, {segments: 4});
  const names = indexNames(prefix, version);
  const segments = async (): Promise<number> => {
    const {_all} = await client.indices.stats({index: names.vehicles, metric: 'segments'});
    return _all.primaries?.segments?.count ?? 0;
  };
  await client.indices.addBlock({index: names.vehicles, block: 'write'});
  t.is(await segments(), 4);
  await mergeToOne(client, names, false);
  while ((await segments()) > 1) await wait(50);
  t.pass();
});

test('a copy is merged anew only when many of its documents are deleted ones', async t => {
  const ids = Array.from({length: 52}, (_, number) => String(number + 1));
  const fleet = ids.map(id => aVehicleDocument({id}));
  const {client, prefix, version} = await createTestGeneration(t, fleet, {segments: 4});
  const names = indexNames(prefix, version);
  const merges: string[] = [];
  const watched = await proxiedClient(t, ({path}) => {
    if (path.includes('_forcemerge')) merges.push(path);
    return 'pass';
  });
  const withoutVehicles = async (some: readonly string[]) => {
    for (const id of some) await client.delete({index: names.vehicles, id});
    await client.indices.refresh({index: names.vehicles});
    await mergeToOne(watched, names, true);
    return merges.length;
  };
  // Elasticsearch keeps a deletion as a deleted document, beside the vehicle's.
  t.is(await withoutVehicles(ids.slice(0, 2)), 0, '4 of 50');
  t.is(await withoutVehicles(ids.slice(2, 3)), 1, '6 of 49');
});

test('a candidate whose second index cannot be created leaves no first one', async t => {
  const {prefix, indices} = generations(t);
  const client = await proxiedClient(t, ({method, path}) =>
    method === 'PUT' && path.includes('references-')
      ? {status: 400, body: {error: {type: 'validation_exception', reason: 'full'}, status: 400}}
      : 'pass',
  );
  const attempt = createCandidate({client, prefix}, {stamp, build: 1});
  await t.throwsAsync(attempt, {message: /validation_exception/});
  t.deepEqual(await indices(), {});
});

test('a stop while the indices of a candidate are made leaves none, and no more are made', async t => {
  const {prefix, indices} = generations(t);
  const stop = new AbortController();
  const made: string[] = [];
  const client = await proxiedClient(t, ({method, path}) => {
    if (method === 'PUT') made.push(path);
    stop.abort(new Error('stopped'));
    return 'pass';
  });
  const stoppable = {client, prefix, signal: stop.signal};
  const attempt = createCandidate(stoppable, {stamp, build: 1});
  await t.throwsAsync(attempt, {message: 'stopped'});
  t.is(made.length, 1);
  t.deepEqual(await indices(), {});
});

test('indices that were created though the answer was lost are the candidate’s own, and those of another are refused and left alone', async t => {
  const {client: direct, prefix, aliases} = generations(t);
  const asked = new Map<string, number>();
  const client = await proxiedClient(t, ({method, path}) => {
    if (method !== 'PUT') return 'pass';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return asked.get(path) === 1 ? 'lose the answer' : 'pass';
  });
  await createCandidate({client, prefix}, {stamp, build: 1});
  t.deepEqual([...asked.values()], [2, 2, 2]);
  t.deepEqual(await aliases(), {1: buildAliases(1)});

  // As Elasticsearch does itself, when a master dies that has created them.
  await createCandidate({client: direct, prefix}, {stamp, build: 1});
  t.deepEqual(await aliases(), {1: buildAliases(1)});

  const index = indexNames(prefix, versionOf(2)).vehicles;
  await direct.indices.create({index});
  const taken = createCandidate({client: direct, prefix}, {stamp, build: 2});
  await t.throwsAsync(taken, {message: /resource_already_exists/});
  t.true(await direct.indices.exists({index}));
  t.like(await aliases(), {1: buildAliases(1)});
});

const policy = retryPolicyOf(10_000);

test('a copy is, until it is sealed, neither finished nor one that was live before', async t => {
  const {client, prefix} = await serving(t, 1, 2);
  const [, source] = await storedGenerations({client, prefix});
  t.is(source?.previous, versionOf(1));
  t.true(await copyCandidate({client, prefix}, {stamp, build: 3}, {stamp, build: 2}));
  const stored = await storedGenerations({client, prefix});
  t.like(stored[2], {build: 3, isSealed: false, meta: undefined, previous: undefined});
  t.deepEqual(prunable(stored, 2), []);
});

test('a copy is waited for though an answer is lost, and is deleted when it cannot be', async t => {
  const {client: direct, prefix, aliases} = await serving(t, 1, 2);
  const live = await aliases();
  const copying = async (...fates: readonly Fate[]) => {
    const waits = fates.values();
    const client = await proxiedClient(t, ({path}) =>
      path.startsWith('/_cluster/health') ? (waits.next().value ?? 'pass') : 'pass',
    );
    return await copyCandidate({client, prefix}, {stamp, build: 3}, {stamp, build: 2});
  };
  await t.throwsAsync(copying(forbidden), {message: /security_exception/});
  t.deepEqual(await aliases(), live);
  t.true(await copying('lose the answer'));
  t.like(await storedGenerations({client: direct, prefix}), {2: {build: 3, isSealed: false}});
});

test('an index that holds what was acknowledged holds it on the disk; one that lost some is not the fault of the extract', async t => {
  const {client, prefix, alias, index} = await aCandidate(t);
  await writeVehicles({client, alias, policy}, vehicleBatch({1: 10, 2: 20}));
  const flushes = async () => {
    const {indices} = await client.indices.stats({index, metric: 'flush'});
    return indices?.[index]?.primaries?.flush?.total;
  };
  t.is(await flushes(), 0);
  const names = indexNames(prefix, '20261115-031500-0001');
  await compareCount(client, names, 2, policy);
  t.is(await flushes(), 1);

  await t.throwsAsync(compareCount(client, names, 3, policy), {
    instanceOf: WritesLost,
    message: /^The new index holds 2 vehicles, but 3 were acknowledged\. Elasticsearch lost writes/,
  });
});

test('the count of an index whose shards do not all answer says nothing', async t => {
  const {prefix} = await aCandidate(t);
  const partial = {count: 1, _shards: {total: 3, successful: 2, skipped: 0, failed: 1}};
  const client = await proxiedClient(t, ({path}) =>
    path.endsWith('/_count') ? {status: 200, body: partial} : 'pass',
  );
  const names = indexNames(prefix, '20261115-031500-0001');
  await t.throwsAsync(compareCount(client, names, 2, retryPolicyOf(500)), {
    instanceOf: EngineUnavailable,
    message: /a shard of the new index is unavailable/,
  });
});

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

test('a canary is lost when its plate leads to another vehicle or to none, however many are asked for', async t => {
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

  // More than one request holds.
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
