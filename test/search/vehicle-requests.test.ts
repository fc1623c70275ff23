import test from 'ava';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import {pageRequest, plateOrder, totalRequest} from '#src/search/vehicle-search.ts';
import {firstOfEachRequest, sharingRequest} from '#src/search/vehicles.ts';

const everything: VehicleFilter = {};
const page = {number: 3, size: 20};
const dated = {extractedAt: '2026-11-15T23:30:00.000Z', importedAt: '2026-11-20T00:00:00.000Z'};

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
