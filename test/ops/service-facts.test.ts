import test from 'ava';
import type {LastBuild} from '#core/domain/dataset.ts';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import {factMetrics, readFacts} from '#src/ops/service-facts.ts';

const dataset = {
  version: '7',
  importedAt: '2026-11-16T06:00:00.000Z',
  extractedAt: null,
  vehicleCount: 3,
  digest: '',
};
const build: LastBuild = {outcome: 'refused', endedAt: '2026-11-16T07:00:00.000Z', vehicles: 2};
const shards = {missing: {primary: 0, replica: 1}, versions: []};

/** The facts over an engine that does what a test says, with a clock that it moves. */
const start = () => {
  const engine = {
    now: 0,
    reads: 0,
    dataset: async () => dataset,
    build: async () => build,
    shards: async () => shards,
  };
  const told: unknown[] = [];
  const current = () => {
    engine.reads += 1;
    return engine.dataset();
  };
  const read = readFacts(
    {
      current,
      lastBuild: () => engine.build(),
      shards: () => engine.shards(),
      redis: async () => undefined,
    },
    error => void told.push(error),
    () => engine.now,
  );
  return {engine, read, told};
};

test('Elasticsearch is asked at most every 30 seconds, however often they are wanted', async t => {
  const {engine, read} = start();
  const all = {dataset, build, shards, redis: undefined};
  t.deepEqual(await Promise.all([read(), read()]), [all, all]);
  engine.now = 29_999;
  await read();
  t.is(engine.reads, 1);
  engine.now = 30_000;
  await read();
  t.is(engine.reads, 2);
});

test('what cannot be read stays as it was read last, but for the state of an engine, and is told', async t => {
  const {engine, read, told} = start();
  await read();
  engine.now = 30_000;
  const error = new Error('away');
  engine.dataset = () => Promise.reject(error);
  engine.build = async () => ({...build, outcome: 'promoted'});
  engine.shards = () => Promise.reject(error);
  const newBuild = {...build, outcome: 'promoted'};
  t.deepEqual(await read(), {dataset, build: newBuild, shards: undefined, redis: undefined});
  t.deepEqual(told, [error, error]);
});

test('without a dataset there are no metrics of one, and that is no fault', async t => {
  const {engine, read, told} = start();
  engine.dataset = () => Promise.reject(new DatasetNotLoaded());
  const facts = await read();
  t.deepEqual(facts, {dataset: undefined, build, shards, redis: undefined});
  t.deepEqual(told, []);
  const names = (await factMetrics(facts)).map(({name}) => name);
  t.deepEqual(names, [
    'api_build_info',
    'index_build_last_info',
    'index_build_last_ended_timestamp_seconds',
    'index_build_last_vehicles',
    'elasticsearch_shards_missing',
  ]);
});

test('the build that went live last has metrics of its way, and of what it wrote', async t => {
  const changes = {unchanged: 5, written: 2, deleted: 1};
  const promoted = {way: 'difference', ...changes, fullInARow: 0} as const;
  const all = await factMetrics({dataset, build: {...build, promoted}});
  const values = all.map(({name, values: [first]}) => [name, first?.labels, first?.value]);
  t.deepEqual(values.slice(-5), [
    ['index_build_promoted_info', {way: 'difference'}, 1],
    ['index_build_promoted_unchanged', {}, 5],
    ['index_build_promoted_written', {}, 2],
    ['index_build_promoted_deleted', {}, 1],
    ['index_build_promoted_full_in_a_row', {}, 0],
  ]);
});

test('an extract that does not tell when it was made has no time', async t => {
  const names = (await factMetrics({dataset, build: undefined})).map(({name}) => name);
  t.false(names.includes('dataset_extracted_timestamp_seconds'));
  t.true(names.includes('dataset_imported_timestamp_seconds'));
});
