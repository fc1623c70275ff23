import test from 'ava';
import {matching} from '#src/search/clauses.ts';
import {countRequest, type VehicleStore} from '#src/search/engine/requests.ts';
import {vehicleSearch} from '#src/search/vehicle-search.ts';
import {patientLimiters, staying} from '../helpers/engines/patient-services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const head = {timed_out: false, _shards: {failed: 0}};
const generation = {
  version: '1',
  vehiclesIndex: 'vehicles',
  referencesIndex: 'references',
  dataset: {version: '1', importedAt: '', extractedAt: null, vehicleCount: 1, digest: ''},
  serial: 1,
};

/** A search over an engine that answers every page with one vehicle in a response of so many bytes. */
const searchOver = (responseBytes: number) => {
  const hit = JSON.stringify({_source: aVehicleDocument()});
  const start = `${JSON.stringify(head).slice(0, -1)},"hits":{"hits":[${hit}]}`;
  const response = Buffer.alloc(responseBytes, ' ');
  response.write(`${start}}`);
  const asked = {pages: 0, totals: 0};
  const client = {
    transport: {
      request: async () => {
        asked.pages += 1;
        return new Uint8Array(response);
      },
    },
    search: async () => {
      asked.totals += 1;
      return {...head, hits: {total: {value: 1}}};
    },
  };
  const store = {client, onDamaged: () => {}};
  const search = vehicleSearch(store as unknown as VehicleStore, patientLimiters);
  return {
    /** Asks for the first page of a filter of its own, and says how much the engine was asked for. */
    askFor: async (year: number) => {
      const before = {...asked};
      const wanted = {filter: {fromModelYear: year}, page: {number: 1, size: 10}};
      await search(generation, wanted, staying);
      return {pages: asked.pages - before.pages, totals: asked.totals - before.totals};
    },
  };
};

test('of any number of searches the totals of the latest 10,000 are kept, and no more', async t => {
  const {askFor} = searchOver(1000);
  for (let year = 0; year < 10_001; year += 1) await askFor(year);
  t.like(await askFor(10_000), {totals: 0});
  t.like(await askFor(1), {totals: 0});
  t.like(await askFor(0), {totals: 1});
});

test('of any number of searches the latest pages are kept, in 32 MiB and no more', async t => {
  const {askFor} = searchOver(1024 ** 2);
  for (let year = 0; year < 32; year += 1) await askFor(year);
  t.like(await askFor(31), {pages: 0});
  t.like(await askFor(1), {pages: 0});
  t.like(await askFor(0), {pages: 1});
});

test('leasing asks from the day of the extract on, in Denmark', t => {
  const dated = {extractedAt: '2026-11-15T23:30:00.000Z', importedAt: '2026-11-20T00:00:00.000Z'};
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
