import fc from 'fast-check';
import {toInt64} from '#core/domain/integers.ts';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import {type VehicleSearch, vehicleSortFields} from '#core/domain/vehicle-search.ts';
import {namesEntries} from './matches.ts';
import {
  bodyTypes,
  danish,
  danishNamesakes,
  days,
  decimals,
  fuels,
  ids,
  namesakes,
  norms,
  plates,
  results,
  statuses,
  vins,
} from './random-fleet.ts';

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, weight: number) =>
  fc.oneof({arbitrary, weight: 1}, {arbitrary: fc.constant(undefined), weight});

const someId = fc.constantFrom(...[...ids, '99'].flatMap(id => toInt64(id) ?? []));
const someIds = fc.uniqueArray(someId, {minLength: 1, maxLength: 4});
const aDay = fc.constantFrom(...days, '1700-01-01', '2020-03-13');
const aDecimal = fc.constantFrom(...decimals, -1, 0.05, 1e300);
const aNumber = fc.integer({min: -1, max: 7});

/** One of the words in any case or language, or one that is known and that no vehicle has. */
const of = (values: readonly string[], absent: readonly string[] = []) =>
  fc.constantFrom(
    ...[...values, ...absent],
    ...values.map(value => value.toUpperCase()),
    ...Object.keys(danish).filter(typed => values.includes(danish[typed] ?? '')),
  );
const aName = fc.constantFrom(...Object.keys(namesakes));
const aTranslatedName = fc.constantFrom(...Object.keys(danishNamesakes));
const startOf = (values: readonly string[], length: number) =>
  fc.constantFrom(...values.filter(value => value.length >= length)).map(value => {
    // Not within a character of two units.
    const [start = ''] = new RegExp(`^.{${length}}`, 'u').exec(value) ?? [];
    return start;
  });

const values: {readonly [Name in keyof VehicleFilter]-?: fc.Arbitrary<VehicleFilter[Name]>} = {
  makeId: someId,
  kindId: someId,
  usageId: someId,
  colorId: someId,
  makeIds: someIds,
  kindIds: someIds,
  usageIds: someIds,
  colorIds: someIds,
  modelId: someId,
  variantId: someId,
  emissionStandardId: someId,
  equipmentId: someId,
  registrationNumber: fc.constantFrom(...plates),
  registrationNumberPrefix: startOf(plates, 2),
  vinPrefix: startOf(vins, 1),
  registrationStatus: fc.boolean(),
  make: aName,
  model: aName,
  variant: aName,
  kind: aTranslatedName,
  usage: aTranslatedName,
  color: aTranslatedName,
  vehicleStatus: of(statuses, ['scrapped']),
  bodyType: of(bodyTypes),
  fuel: of(fuels, ['Hydrogen', 'brint']),
  primaryFuel: of(fuels),
  measurementNorm: of(norms),
  inspectionResult: of(results, ['Incomplete']),
  hasTowBar: fc.boolean(),
  isLeased: fc.boolean(),
  isBlocked: fc.boolean(),
  fromModelYear: fc.integer({min: 2014, max: 2021}),
  toModelYear: fc.integer({min: 2014, max: 2021}),
  fromMaxPowerKw: aDecimal,
  toMaxPowerKw: aDecimal,
  fromGrossWeightKg: aNumber,
  toGrossWeightKg: aNumber,
  fromKerbWeightKg: aNumber,
  toKerbWeightKg: aNumber,
  fromTopSpeedKmh: aNumber,
  toTopSpeedKmh: aNumber,
  fromCo2GPerKm: aDecimal,
  toCo2GPerKm: aDecimal,
  fromFuelEconomyKmPerL: aDecimal,
  toFuelEconomyKmPerL: aDecimal,
  fromElectricConsumptionWhPerKm: aDecimal,
  toElectricConsumptionWhPerKm: aDecimal,
  fromSeats: aNumber,
  toSeats: aNumber,
  fromDoors: aNumber,
  toDoors: aNumber,
  fromAxles: aNumber,
  toAxles: aNumber,
  fromOdometerReadingKm: aNumber,
  toOdometerReadingKm: aNumber,
  fromFirstRegisteredOn: aDay,
  toFirstRegisteredOn: aDay,
  fromRegistrationStatusDate: aDay,
  toRegistrationStatusDate: aDay,
  fromInspectionDate: aDay,
  toInspectionDate: aDay,
  inspectionDueFrom: aDay,
  inspectionDueTo: aDay,
};

/** One or two filters of any kind, so that something is left, or none. */
const fewFilters = fc.oneof(
  fc.constant({}),
  fc
    .uniqueArray(fc.constantFrom(...(Object.keys(values) as (keyof VehicleFilter)[])), {
      minLength: 1,
      maxLength: 2,
    })
    .chain(names =>
      fc.record(
        Object.fromEntries(names.map(name => [name, values[name] as fc.Arbitrary<unknown>])),
      ),
    ),
);

/** Any of the filters at once. */
const manyFilters = fc
  .record(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, rarely<unknown>(value, 30)]),
    ),
  )
  .map(all => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

/** Any filter: from one that matches everything to one that matches nothing. */
export const aFilter: fc.Arbitrary<VehicleFilter> = fc
  .oneof(fewFilters, manyFilters)
  .filter(namesEntries);

const aSortBy = fc.record({
  field: fc.constantFrom(...vehicleSortFields),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});

/** Any search, any page, also past the end. */
export const aSearch: fc.Arbitrary<VehicleSearch> = fc.record({
  filter: aFilter,
  sortBy: fc.option(aSortBy, {nil: undefined, freq: 4}),
  page: fc.record({
    number: fc.oneof(
      {arbitrary: fc.integer({min: 1, max: 3}), weight: 5},
      {arbitrary: fc.integer({min: 1, max: 500}), weight: 1},
    ),
    size: fc.integer({min: 1, max: 20}),
  }),
});
