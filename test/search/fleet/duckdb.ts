import {DuckDBInstance, type DuckDBValue} from '@duckdb/node-api';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {NumberName} from '#core/domain/vehicle-statistics.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Scope} from '../../helpers/scope.ts';
import {inEnglish} from './matches.ts';

// Statistics by an engine of another make, over the same documents as JSON.

const textAt = (path: string) => `doc->>'$.${path}'`;

const numberPaths = {
  modelYear: 'vehicle.modelYear',
  maxPowerKw: 'engine.maxPowerKw',
  grossWeightKg: 'technicalDetails.grossWeightKg',
  kerbWeightKg: 'technicalDetails.kerbWeightMinKg',
  topSpeedKmh: 'technicalDetails.topSpeedKmh',
  co2GPerKm: 'environment.co2GPerKm',
  fuelEconomyKmPerL: 'environment.fuelEconomyKmPerL',
  electricConsumptionWhPerKm: 'environment.electricConsumptionWhPerKm',
  seats: 'technicalDetails.seatsMin',
  doors: 'technicalDetails.doorCount',
  axles: 'technicalDetails.axleCount',
  odometerReadingKm: 'inspection.odometerReadingKm',
} satisfies Readonly<Record<NumberName, string>>;

const numbers = Object.entries(numberPaths).map(
  ([name, path]) => `CAST(${textAt(path)} AS DOUBLE) AS ${name}`,
);

const yearAndMonth = (name: string, path: string) => [
  `substr(${textAt(path)}, 1, 4) AS ${name}Year`,
  `substr(${textAt(path)}, 1, 7) AS ${name}Month`,
];

const items = (path: string) => `coalesce(CAST(doc->'$.${path}' AS JSON[]), [])`;

/** The columns by which vehicles are grouped and filtered, of an extract of this day. */
const columns = (day: string): readonly string[] => [
  `${textAt('vehicle.make.id')} AS make`,
  `(${textAt('vehicle.make.id')}) || ':' || (${textAt('vehicle.model.id')}) AS model`,
  `${textAt('vehicle.variant.id')} AS variant`,
  `${textAt('vehicle.kind.id')} AS kind`,
  `${textAt('vehicle.usage.id')} AS usage`,
  `${textAt('vehicle.color.id')} AS color`,
  `${textAt('environment.emissionStandard.id')} AS emissionStandard`,
  `${textAt('vehicle.vehicleStatus')} AS vehicleStatus`,
  `${textAt('vehicle.bodyType')} AS bodyType`,
  `${textAt('engine.fuels[0].type.name')} AS primaryFuel`,
  `${textAt('environment.measurementNorm.name')} AS measurementNorm`,
  `${textAt('inspection.result')} AS inspectionResult`,
  `CASE ${textAt('isRegistered')} WHEN 'true' THEN 'Registered' ELSE 'NotRegistered' END AS registrationStatus`,
  `${textAt('technicalDetails.towBarFitted')} AS hasTowBar`,
  `CAST(len(list_filter(${items('vehicle.leasingPeriods')}, lambda period: coalesce(period->>'$.validTo', '9999-12-31') >= '${day}')) > 0 AS VARCHAR) AS isLeased`,
  `CAST(len(${items('technicalDetails.blockingReasons')}) > 0 AS VARCHAR) AS isBlocked`,
  ...yearAndMonth('firstRegistered', 'vehicle.firstRegisteredOn'),
  ...yearAndMonth('inspection', 'inspection.date'),
  ...yearAndMonth('inspectionDue', 'vehicle.nextInspectionEstimate.date'),
  `${textAt('vehicle.firstRegisteredOn')} AS firstRegisteredOn`,
  `list_transform(${items('engine.fuels')}, lambda fuel: lower(fuel->>'$.type.name')) AS fuels`,
  ...numbers,
];

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;

/** The conditions of the filters that DuckDB knows. */
const conditions: {
  readonly [Name in keyof VehicleFilter]?: (value: VehicleFilter[Name]) => string;
} = {
  makeId: id => `make = ${quoted(id)}`,
  kindIds: ids => `kind IN (${(ids ?? []).map(quoted)})`,
  colorIds: ids => `color IN (${(ids ?? []).map(quoted)})`,
  registrationStatus: wanted => `registrationStatus = '${wanted ? 'Registered' : 'NotRegistered'}'`,
  fuel: name => `list_contains(fuels, lower(${quoted(inEnglish(String(name)))}))`,
  primaryFuel: name => `lower(primaryFuel) = lower(${quoted(inEnglish(String(name)))})`,
  hasTowBar: wanted => `hasTowBar = '${wanted}'`,
  isLeased: wanted => `isLeased = '${wanted}'`,
  isBlocked: wanted => `isBlocked = '${wanted}'`,
  fromModelYear: year => `modelYear >= ${year}`,
  toModelYear: year => `modelYear <= ${year}`,
  fromMaxPowerKw: power => `maxPowerKw >= ${power}`,
  toGrossWeightKg: weight => `grossWeightKg <= ${weight}`,
  fromFirstRegisteredOn: date => `firstRegisteredOn >= ${quoted(date)}`,
  toFirstRegisteredOn: date => `firstRegisteredOn <= ${quoted(date)}`,
};

export const knownFilters = Object.keys(conditions) as readonly (keyof VehicleFilter)[];

const where = (filter: VehicleFilter): readonly string[] =>
  Object.entries(filter).map(([name, value]) => {
    const condition = conditions[name as keyof VehicleFilter] as (value: unknown) => string;
    return `(${condition(value)})`;
  });

/** `maxPowerKw:50` → the step of a vehicle, else the column. */
const groupOf = (name: string): string => {
  const [column = '', step = '1'] = name.split(':');
  return column in numberPaths ? `floor(${column} / ${step}) * ${step}` : column;
};

/** The columns that DuckDB groups by; a time in Denmark it can only tell with an extension. */
export const knownGroups: readonly string[] = [
  ...columns('').flatMap(column => / AS (\w+)$/.exec(column)?.[1] ?? []),
  'maxPowerKw:50',
  'grossWeightKg:100',
  'odometerReadingKm:5000',
].filter(
  name =>
    !['fuels', 'firstRegisteredOn', 'grossWeightKg', 'kerbWeightKg', 'odometerReadingKm'].includes(
      name,
    ),
);

type Row = readonly DuckDBValue[];

/** An engine over these documents, of an extract of this day; closed with the test. */
export const startDuckDb = async (t: Scope, documents: readonly VehicleDocument[], day: string) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  t.teardown(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run('CREATE TABLE documents (doc JSON)');
  const insert = await connection.prepare('INSERT INTO documents VALUES ($1)');
  for (const document of documents) {
    insert.bindVarchar(1, JSON.stringify(document));
    await insert.run();
  }
  await connection.run(`CREATE TABLE vehicles AS SELECT ${columns(day).join(', ')} FROM documents`);

  const rows = async (sql: string): Promise<readonly Row[]> =>
    (await connection.runAndReadAll(sql)).getRowsJS() as readonly Row[];

  return {
    /** The number of vehicles that match. */
    count: async (filter: VehicleFilter) => {
      const [[count] = []] = await rows(
        `SELECT count(*) FROM vehicles WHERE ${['true', ...where(filter)].join(' AND ')}`,
      );
      return Number(count);
    },
    /** Of each group: its values, its count, and of a number min, max, avg, sum and all values in order. */
    groups: async (names: readonly string[], filter: VehicleFilter, number: string) => {
      const groups = names.map(groupOf);
      const present = groups.map(group => `${group} IS NOT NULL`);
      const found = await rows(
        `SELECT ${[...groups, 'count(*)'].join(', ')}, min(${number}), max(${number}), avg(${number}),
           sum(${number}), list(${number} ORDER BY ${number}) FILTER (${number} IS NOT NULL)
         FROM vehicles WHERE ${['true', ...where(filter), ...present].join(' AND ')}
         ${groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : ''}`,
      );
      return found.map(row => {
        const [count, min, max, avg, sum, values] = row.slice(names.length);
        const figures = {min, max, avg, sum} as Readonly<Record<string, number | null>>;
        return {
          values: row.slice(0, names.length).map(String),
          count: Number(count),
          figures,
          numbers: (values ?? []) as readonly number[],
        };
      });
    },
  };
};
