import test from 'ava';
import {toPlate} from '#core/domain/identifiers.ts';
import {type Int64, toInt64} from '#core/domain/integers.ts';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import {toVehicleSortBy} from '#core/domain/vehicle-search.ts';
import {pageRequest, plateOrder, totalRequest} from '#src/search/vehicle-search.ts';
import {firstOfEachRequest, sharingRequest} from '#src/search/vehicles.ts';

const everything: VehicleFilter = {};
const page = {number: 3, size: 20};
const dated = {extractedAt: '2026-11-15T23:30:00.000Z', importedAt: '2026-11-20T00:00:00.000Z'};

test('the plate order is registered first, newest status next, highest id last', t => {
  t.deepEqual(plateOrder, [
    {isRegistered: {order: 'desc'}},
    {'vehicle.registrationStatusDate': {order: 'desc', missing: '_last'}},
    {'vehicle.id': {order: 'desc'}},
  ]);
});

test('a search without anything asks for the newest first registrations, without a total', t => {
  t.deepEqual(pageRequest({filter: everything, page}, dated), {
    query: {bool: {filter: []}},
    sort: [
      {'vehicle.firstRegisteredOn': {order: 'desc', missing: '_last'}},
      {'vehicle.id': {order: 'asc'}},
    ],
    from: 40,
    size: 20,
    track_total_hits: false,
  });
});

const filters = test.macro({
  title: (_, name: string) => `the filter on ${name} is a clause of its own`,
  exec(t, _name: string, filter: Partial<VehicleFilter>, clause: object) {
    const {query} = totalRequest({...everything, ...filter}, dated);
    t.deepEqual(query, {bool: {filter: [clause]}});
  },
});

test(filters, 'make', {makeId: toInt64('7')}, {term: {'vehicle.make.id': '7'}});
test(filters, 'kind', {kindId: toInt64('7')}, {term: {'vehicle.kind.id': '7'}});
test(filters, 'usage', {usageId: toInt64('7')}, {term: {'vehicle.usage.id': '7'}});
test(filters, 'color', {colorId: toInt64('-0')}, {term: {'vehicle.color.id': '0'}});
test(
  filters,
  'several makes',
  {makeIds: ['1', '2'] as unknown as readonly Int64[]},
  {terms: {'vehicle.make.id': ['1', '2']}},
);
test(filters, 'plate', {registrationNumber: toPlate('æø 1')}, {term: {'vehicle.plates': 'ÆØ1'}});
test(filters, 'the first model year', {fromModelYear: 0}, {range: {'vehicle.modelYear': {gte: 0}}});
test(
  filters,
  'the last model year',
  {toModelYear: 2020},
  {range: {'vehicle.modelYear': {lte: 2020}}},
);
test(
  filters,
  'both model years',
  {fromModelYear: 2019, toModelYear: 2020},
  {range: {'vehicle.modelYear': {gte: 2019, lte: 2020}}},
);

test(
  filters,
  'leasing asks from the day of the extract on, in Denmark',
  {isLeased: true},
  {range: {'vehicle.leasingPeriods.validTo': {gte: '2026-11-16'}}},
);
test(
  filters,
  'vehicles that are not blocked excludes the others',
  {isBlocked: false},
  {bool: {must_not: [{exists: {field: 'technicalDetails.blockingReasons.id'}}]}},
);
test(
  filters,
  'a model without its make asks under any',
  {modelId: toInt64('7')},
  {wildcard: {'facets.model': '*:7'}},
);
test(
  filters,
  'the day of a time is that in Denmark',
  {fromRegistrationStatusDate: '2020-03-12', toRegistrationStatusDate: '2020-03-13'},
  {
    range: {
      'vehicle.registrationStatusDate': {
        gte: '2020-03-12',
        lte: '2020-03-13',
        time_zone: 'Europe/Copenhagen',
      },
    },
  },
);

test('all filters together are all required, of the page as of the total', t => {
  const filter = {
    makeId: toInt64('1'),
    kindId: toInt64('2'),
    usageId: toInt64('3'),
    colorId: toInt64('4'),
    registrationNumber: toPlate('AB12345'),
    fromModelYear: 2019,
  };
  const query = {
    bool: {
      filter: [
        {term: {'vehicle.make.id': '1'}},
        {term: {'vehicle.kind.id': '2'}},
        {term: {'vehicle.usage.id': '3'}},
        {term: {'vehicle.color.id': '4'}},
        {term: {'vehicle.plates': 'AB12345'}},
        {range: {'vehicle.modelYear': {gte: 2019}}},
      ],
    },
  };
  t.deepEqual(pageRequest({filter, page}, dated).query, query);
  t.deepEqual(totalRequest(filter, dated).query, query);
});

const sorts = test.macro({
  title: (_, sortBy: string) => `sortBy=${sortBy} puts absent values last and ties by id ascending`,
  exec(t, sortBy: string, sort: unknown) {
    const filter = {registrationNumber: toPlate('AB12345')};
    const request = pageRequest({filter, sortBy: toVehicleSortBy(sortBy), page}, dated);
    t.deepEqual<unknown, unknown>(request.sort, sort);
  },
});

test(sorts, 'vin', [
  {'vehicle.vin': {order: 'asc', missing: '_last'}},
  {'vehicle.id': {order: 'asc'}},
]);
test(sorts, '-vin', [
  {'vehicle.vin': {order: 'desc', missing: '_last'}},
  {'vehicle.id': {order: 'asc'}},
]);
test(sorts, '-registrationNumber', [
  {'vehicle.registrationNumber': {order: 'desc', missing: '_last'}},
  {'vehicle.id': {order: 'asc'}},
]);
test(sorts, '-firstRegisteredOn', [
  {'vehicle.firstRegisteredOn': {order: 'desc', missing: '_last'}},
  {'vehicle.id': {order: 'asc'}},
]);
test(sorts, 'id', [{'vehicle.id': {order: 'asc'}}]);
test(sorts, '-id', [{'vehicle.id': {order: 'desc'}}]);

test('a plate without sortBy is searched in the order the plate lookup picks from', t => {
  const filter = {...everything, registrationNumber: toPlate('AB12345')};
  t.is(pageRequest({filter, page}, dated).sort, plateOrder);
});

test('a total asks for no hits, counts to the end and may be cached', t => {
  t.deepEqual(totalRequest(everything, dated), {
    query: {bool: {filter: []}},
    size: 0,
    track_total_hits: true,
    request_cache: true,
  });
});

test('the vehicles of several plates come in plate order, with room for two of each', t => {
  t.deepEqual(sharingRequest('vehicle.plates', ['AB1', 'AB2', 'AB3']), {
    query: {bool: {filter: [{terms: {'vehicle.plates': ['AB1', 'AB2', 'AB3']}}]}},
    sort: plateOrder,
    size: 5,
    track_total_hits: false,
  });
});

test('a single value needs one hit', t => {
  t.is(sharingRequest('vehicle.vin', ['X']).size, 1);
});

test('the first vehicle of each value is picked by the plate order, from exactly those values', t => {
  t.deepEqual(firstOfEachRequest('vehicle.vin', ['X', 'Y']), {
    query: {bool: {filter: [{terms: {'vehicle.vin': ['X', 'Y']}}]}},
    size: 0,
    track_total_hits: false,
    aggs: {
      values: {
        terms: {field: 'vehicle.vin', include: ['X', 'Y'], size: 2, execution_hint: 'map'},
        aggs: {first: {top_hits: {size: 1, sort: plateOrder}}},
      },
    },
  });
});
