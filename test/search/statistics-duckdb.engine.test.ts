import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import {numberNames, toGrouping, toMetric} from '#core/domain/vehicle-statistics.ts';
import {patientVehicles} from '../helpers/engines/patient-services.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {knownFilters, knownGroups, startDuckDb} from './fleet/duckdb.ts';
import {type Answer, isNear} from './fleet/naive-statistics.ts';
import {aFilter} from './fleet/random-search.ts';
import {layouts, startFleet} from './fleet/start-fleet.ts';

const percentiles = [1, 10, 50, 90, 99];

const aQuestion = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...knownGroups), {maxLength: 2}),
  number: fc.constantFrom(...numberNames),
  filter: aFilter.map(
    filter =>
      Object.fromEntries(
        Object.entries(filter).filter(([name]) => knownFilters.some(known => known === name)),
      ) as VehicleFilter,
  ),
});

/**
 * A t-digest of 100 centroids keeps the ranks of the middle within two percent, and those of the ends closer.
 * Between two values it interpolates, and others do so otherwise: by one rank at most.
 */
const isPercentile = (
  found: number | null | undefined,
  percent: number,
  values: readonly number[],
) => {
  if (values.length === 0) return found === null;
  const rank = (percent / 100) * (values.length - 1);
  const slack = 1 + 0.02 * values.length;
  const least = values[Math.max(0, Math.floor(rank - slack))] ?? Number.NaN;
  const most = values[Math.min(values.length - 1, Math.ceil(rank + slack))] ?? Number.NaN;
  return typeof found === 'number' && found >= least - 1e-6 && found <= most + 1e-6;
};

type Engines = {
  readonly service: ReturnType<typeof patientVehicles>;
  readonly duckDb: Awaited<ReturnType<typeof startDuckDb>>;
};

const agree = async (t: ExecutionContext, {service, duckDb}: Engines, seed: number) => {
  await fc.assert(
    fc.asyncProperty(aQuestion, async ({names, number, filter}) => {
      const asked = [
        ...['min', 'max', 'avg', 'sum'].map(figure => `${figure}:${number}`),
        ...percentiles.map(percent => `p${percent}:${number}`),
      ];
      const {value} = await service.statistics({
        filter,
        sortBy: '-count',
        groupBy: names.flatMap(name => toGrouping(name) ?? []),
        metrics: asked.flatMap(name => toMetric(name) ?? []),
      });
      if (!('json' in value)) return t.fail(`too many ${value.tooMany}`);
      const {data, metadata}: Answer = JSON.parse(value.json.toString());
      const groups = await duckDb.groups(names, filter, number);
      t.is(metadata.totalCount, await duckDb.count(filter));
      t.is(metadata.groupCount, groups.length);
      const expected = new Map(groups.map(group => [JSON.stringify(group.values), group]));
      for (const {groups: found, count, metrics} of data) {
        const values = found.map(({value, makeId}, at) =>
          names[at] === 'model' ? `${makeId}:${value}` : value,
        );
        const group = expected.get(JSON.stringify(values));
        t.is(count, group?.count ?? 0);
        for (const [figure, exact] of Object.entries(group?.figures ?? {})) {
          t.true(isNear(metrics[`${figure}:${number}`], exact), `${figure}:${number} ${exact}`);
        }
        for (const percent of percentiles) {
          const given = metrics[`p${percent}:${number}`];
          t.true(isPercentile(given, percent, group?.numbers ?? []), `p${percent} ${given}`);
        }
      }
    }),
    {seed, numRuns: 100},
  );
};

test('DuckDB computes the same of random vehicles', async t => {
  t.timeout(120_000);
  const {documents, service} = await startFleet(t, layouts[0]);
  await agree(t, {service, duckDb: await startDuckDb(t, documents, '2026-11-17')}, 3_001);
});

test('DuckDB computes the same of vehicles of the sample', async t => {
  t.timeout(120_000);
  const records = extractXml(someRecords(600));
  const {client, prefix} = await importFile(t, await anExtractFile(t, records));
  const documents = await storedVehicles(client, prefix);
  const {hits} = await client.search({index: `${prefix}vehicles`, size: 0, track_total_hits: true});
  t.is(typeof hits.total === 'object' && hits.total.value, documents.length);
  const service = patientVehicles(client, prefix);
  const today = new Date().toLocaleDateString('sv-SE', {timeZone: 'Europe/Copenhagen'});
  await agree(t, {service, duckDb: await startDuckDb(t, documents, today)}, 3_002);
});
