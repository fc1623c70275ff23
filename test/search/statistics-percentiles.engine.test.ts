import test, {type ExecutionContext} from 'ava';
import {toMetric} from '#core/domain/vehicle-statistics.ts';
import {defaultLimits} from '#src/search/statistics/compute.ts';
import {patientStatistics} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** Few values, with gaps between them: what a summary of many estimates worst. */
const years = Array.from({length: 5_000}, (_, index) => [1950, 1990, 2004, 2020][index % 4] ?? 0)
  .map((year, index) => year + (index % 7 === 0 ? 1 : 0))
  .toSorted((a, b) => a - b);

const percents = [1, 25, 50, 72, 75, 90, 99];

const percentilesOf = async (t: ExecutionContext, limits = defaultLimits) => {
  const documents = years.map((modelYear, index) => aVehicleDocument({id: `${index}`, modelYear}));
  const {client, prefix} = await createTestGeneration(t, documents, {shards: 3, segments: 2});
  const ask = patientStatistics(client, prefix, limits);
  const {value} = await ask({
    filter: {},
    groupBy: [],
    metrics: percents.flatMap(percent => toMetric(`p${percent}:modelYear`) ?? []),
    sortBy: 'value',
  });
  if (!('json' in value)) return t.fail(`too many ${value.tooMany}`);
  const {metrics} = JSON.parse(value.json.toString()).data[0];
  return percents.map(percent => metrics[`p${percent}:modelYear`]);
};

/** Between two ranks in proportion, as spreadsheets and NumPy have it. */
const exact = (percent: number): number => {
  const rank = (percent / 100) * (years.length - 1);
  const [below = 0, above = below] = years.slice(Math.floor(rank));
  return below + (rank - Math.floor(rank)) * (above - below);
};

test('percentiles of a group of some thousand vehicles are exact', async t => {
  const found = await percentilesOf(t);
  for (const [at, percent] of percents.entries()) {
    t.true(Math.abs(found?.[at] - exact(percent)) < 1e-6, `p${percent}: ${found?.[at]}`);
  }
});

test('percentiles that may take less memory are estimates, within four points of their rank', async t => {
  const found = await percentilesOf(t, {...defaultLimits, metricBytes: 30_000});
  for (const [at, percent] of percents.entries()) {
    const [least, most] = [percent - 4, percent + 4].map(each =>
      exact(Math.min(Math.max(each, 0), 100)),
    );
    t.true(
      found?.[at] >= (least ?? 0) && found?.[at] <= (most ?? 0),
      `p${percent}: ${found?.[at]}`,
    );
  }
});
