import test, {type ExecutionContext} from 'ava';
import {type Plate, toPlate} from '#core/domain/identifiers.ts';
import {vehicleSearch} from '#src/search/vehicle-search.ts';
import {liveIn, patientLimiters, requestsOf, staying} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

/** 25 vehicles with one plate, and the number of requests a search of them takes. */
const startCounting = async (t: ExecutionContext) => {
  const documents = Array.from({length: 25}, (_, index) =>
    aVehicleDocument({id: String(index), registrationNumber: 'AB12345', modelYear: 2000 + index}),
  );
  const {client, prefix} = await createTestGeneration(t, documents);
  const generation = await liveIn(client, prefix);
  const search = vehicleSearch({client, onDamaged: () => t.fail()}, patientLimiters);
  const requests = requestsOf(client);
  return async (wanted: Parameters<typeof search>[1]) => {
    requests.length = 0;
    const {documents, totalCount} = await search(generation, wanted, staying);
    return {found: documents.length, totalCount, requests: requests.length};
  };
};

test('a total is counted once for the same filters, whatever page and order', async t => {
  const search = await startCounting(t);
  const page = {number: 1, size: 20};
  const filter = {fromModelYear: 2001};
  t.deepEqual(await search({filter, page}), {found: 20, totalCount: 24, requests: 2});
  const second = {filter, page: {number: 2, size: 20}};
  t.deepEqual(await search(second), {found: 4, totalCount: 24, requests: 1});
  const sorted = {filter, page, sortBy: {field: 'vin', order: 'asc'}} as const;
  t.deepEqual(await search(sorted), {found: 20, totalCount: 24, requests: 1});
});

const platePage = test.macro({
  title: (_, number: number, size: number, found: number, requests: number) =>
    `page ${number} of ${size} vehicles of a plate takes ${requests} requests for its ${found}`,
  async exec(t, number: number, size: number, found: number, requests: number) {
    const search = await startCounting(t);
    const filter = {registrationNumber: toPlate('AB12345') as Plate};
    t.deepEqual(await search({filter, page: {number, size}}), {found, totalCount: 25, requests});
  },
});

test(platePage, 1, 30, 25, 1);
test(platePage, 2, 20, 5, 1);
test(platePage, 1, 20, 20, 2);
test(platePage, 1, 25, 25, 2);
test(platePage, 2, 25, 0, 2);

test('a plate nobody carries takes one request', async t => {
  const search = await startCounting(t);
  const filter = {registrationNumber: toPlate('ZZ99999') as Plate};
  const page = {number: 1, size: 20};
  t.deepEqual(await search({filter, page}), {found: 0, totalCount: 0, requests: 1});
});
