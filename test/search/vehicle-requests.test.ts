import test from 'ava';
import {matching} from '#src/search/clauses.ts';
import {countRequest} from '#src/search/engine/requests.ts';
import {pageRequest, plateOrder} from '#src/search/vehicle-search.ts';
import {firstOfEachRequest, sharingRequest} from '#src/search/vehicles.ts';

const page = {number: 3, size: 20};
const dated = {extractedAt: '2026-11-15T23:30:00.000Z', importedAt: '2026-11-20T00:00:00.000Z'};

test('a search without anything asks for the newest first registrations, without a total', t => {
  t.deepEqual(pageRequest({filter: {}, page}, dated), {
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

test('both bounds of a member are one clause', t => {
  const query = matching({fromModelYear: 2019, toModelYear: 2020}, dated);
  const range = {'vehicle.modelYear': {gte: 2019, lte: 2020}};
  t.deepEqual<unknown, unknown>(query, {bool: {filter: [{range}]}});
});

test('leasing asks from the day of the extract on, in Denmark', t => {
  const query = matching({isLeased: true}, dated);
  const range = {'vehicle.leasingPeriods.validTo': {gte: '2026-11-16'}};
  t.deepEqual<unknown, unknown>(query, {bool: {filter: [{range}]}});
});

test('a total asks for no hits, counts to the end and may be cached', t => {
  t.deepEqual(countRequest({match_all: {}}), {
    query: {match_all: {}},
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
