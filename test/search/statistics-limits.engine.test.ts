import test, {type ExecutionContext} from 'ava';
import {toGrouping, toMetric} from '#core/domain/vehicle-statistics.ts';
import {patientStatistics, requestsOf} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** 40 vehicles of four makes and ten model years, asked for with few cells and metrics, and how often. */
const startLimited = async (t: ExecutionContext) => {
  const documents = Array.from({length: 40}, (_, index) => {
    const make = String(index % 4);
    return aVehicleDocument({
      id: String(index),
      make: {id: make, name: make},
      modelYear: 2010 + (index % 10),
    });
  });
  const {client, prefix} = await createTestGeneration(t, documents);
  const limits = {cells: 20, metricBytes: 10_200, figures: 1_000};
  const ask = patientStatistics(client, prefix, limits);
  const requests = requestsOf(client);
  return async (groupBy: string, metric = '') => {
    requests.length = 0;
    const {value} = await ask({
      filter: {},
      sortBy: '-count',
      groupBy: groupBy.split(',').flatMap(name => toGrouping(name) ?? []),
      metrics: metric.split(',').flatMap(name => toMetric(name) ?? []),
    });
    const searches = requests.filter(request => request.includes('_search')).length;
    return {tooMany: 'tooMany' in value ? value.tooMany : undefined, searches};
  };
};

test('what would have too many groups, or metrics of too many, is refused before it is asked for', async t => {
  const ask = await startLimited(t);
  t.deepEqual(await ask('make'), {tooMany: undefined, searches: 1});
  t.deepEqual(await ask('make,modelYear'), {tooMany: 'groups', searches: 1});
  t.deepEqual(await ask('make,modelYear:5'), {tooMany: undefined, searches: 2});
  t.deepEqual(await ask('make', 'avg:modelYear,p50:modelYear'), {tooMany: undefined, searches: 2});
  t.deepEqual(await ask('modelYear', 'avg:modelYear'), {tooMany: undefined, searches: 2});
  t.deepEqual(await ask('modelYear', 'p50:modelYear'), {tooMany: 'metrics', searches: 1});
});

test('a statistic that was asked for, and one that was refused, take no further request', async t => {
  const ask = await startLimited(t);
  for (const groupBy of ['make', 'make,modelYear']) {
    await ask(groupBy);
    t.is((await ask(groupBy)).searches, 0);
  }
});

test('years are all answered where few vehicles leave room for them, however many makes there are', async t => {
  const documents = Array.from({length: 300}, (_, index) => {
    const make = String(index % 100);
    return aVehicleDocument({
      id: String(index),
      make: {id: make, name: make},
      modelYear: 1900 + index,
    });
  });
  const {client, prefix} = await createTestGeneration(t, documents);
  const groupBy = ['make', 'modelYear'].flatMap(name => toGrouping(name) ?? []);
  const ask = patientStatistics(client, prefix);
  const {value} = await ask({filter: {}, sortBy: 'value', groupBy, metrics: []});
  t.true('json' in value);
  const {metadata} = JSON.parse(('json' in value ? value.json : '').toString());
  t.like(metadata, {groupCount: 300, otherCount: 0});
});
