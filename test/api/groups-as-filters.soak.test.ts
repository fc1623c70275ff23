import test from 'ava';
import {vehicleFilters} from '#core/domain/vehicle-filters.ts';
import {groupNames, toGrouping} from '#core/domain/vehicle-statistics.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {anExtractFile, extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../helpers/scope.ts';

type Group = {
  readonly groups: readonly [{readonly value: string; readonly makeId?: string}];
  readonly count: number;
};

const copy = sharedFixture(test, async t => {
  const file = await anExtractFile(t, extractXml(someRecords(2000)));
  const {prefix} = await importFile(t, file);
  const api = await startKeyedCopy(t, prefix);
  return async <Body>(path: string): Promise<Body> => {
    const {status, body} = await api.get(path);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body as Body;
  };
});

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The attributes whose years and months have other names than their bounds. */
const dates: Readonly<Record<string, string>> = {
  firstRegistered: 'firstRegisteredOn',
  registrationStatus: 'registrationStatusDate',
  inspection: 'inspectionDate',
};

/** The two filters that bound what a grouping by year, month or step is of. */
const boundsOf = (name: string): readonly [string, string] => {
  const [, date = ''] = /^(.*)(?:Year|Month)$/.exec(name) ?? [];
  if (date === 'inspectionDue') return ['inspectionDueFrom', 'inspectionDueTo'];
  const attribute = capitalised(dates[date] ?? name.replace(/:.*/, ''));
  return [`from${attribute}`, `to${attribute}`];
};

/** The first and the last day of `2020` or `2020-03`. */
const daysOf = (value: string): readonly [string, string] => {
  const [year = '', month] = value.split('-');
  if (month === undefined) return [`${year}-01-01`, `${year}-12-31`];
  return [
    `${value}-01`,
    new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10),
  ];
};

/** The filters for one group of a grouping, as a client would write them. */
const filtersFor = (name: string, {value, makeId}: Group['groups'][0]) => {
  const grouping = toGrouping(name);
  if (grouping?.by === 'entry') return {...(makeId && {makeId}), [`${name}Id`]: value};
  if (grouping?.by === 'word' || grouping?.by === 'flag') return {[name]: value};
  const [from, to] = boundsOf(name);
  if (grouping?.by !== 'step') {
    const [first, last] = daysOf(value);
    return {[from]: first, [to]: last};
  }
  // The upper bound is inclusive, and no number of the register is so close to the next step.
  const end = Number(value) + grouping.step - (grouping.isWhole ? 1 : 1e-6);
  return {[from]: value, [to]: String(end)};
};

/** Every grouping, a number by steps of which there are some. */
const names = groupNames
  .map(name => (toGrouping(name) ? name : `${name}:100`))
  .concat('maxPowerKw:50', 'modelYear:10', 'grossWeightKg:500');

for (const name of names) {
  // One by one: the service computes few statistics at once.
  test.serial(
    `every group of ${name} has as many vehicles as the search finds by its value`,
    async t => {
      t.timeout(120_000);
      const get = await copy();
      const {data} = await get<{data: readonly Group[]}>(`/v1/statistics?groupBy=${name}`);
      t.not(data.length, 0);
      for (const {groups, count} of data) {
        const filters = filtersFor(name, groups[0]);
        t.true(Object.keys(filters).every(filter => filter in vehicleFilters));
        const query = new URLSearchParams({...filters, fields: 'id', pageSize: '1'});
        const {metadata} = await get<{metadata: {totalCount: number}}>(`/v1/vehicles?${query}`);
        t.is(metadata.totalCount, count, `${query}`);
      }
    },
  );
}
