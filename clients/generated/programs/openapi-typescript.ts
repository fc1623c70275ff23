import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type {paths} from '../generated/openapi-typescript';

const headers = {'X-Api-Key': process.env.API_KEY};
const options = {baseUrl: process.env.API_ADDRESS ?? '', headers};
const {GET, POST} = createClient<paths, 'application/json' | 'application/problem+json'>(options);

let walked = 0;
for (let page = 1, totalPages = 1; page <= totalPages; page++) {
  const colors = await GET('/v1/colors', {params: {query: {page, pageSize: 3}}});
  assert(colors.data);
  walked += colors.data.data.length;
  totalPages = colors.data.metadata.totalPages;
}

const search = await GET('/v1/vehicles', {
  params: {query: {fromModelYear: 2015, toModelYear: 2019, sortBy: 'registrationNumber'}},
});
const plate = search.data?.data[0]?.registrationNumber;
assert(plate);
const lookup = await GET('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
const batch = await POST('/v1/vehicles/plates', {body: {plates: [plate, 'AB_12345']}});
const {error} = await GET('/v1/vehicles/{id}', {params: {path: {id: '-1'}}});

console.log(
  JSON.stringify({
    walked,
    lookup: lookup.data?.id,
    batch: batch.data?.data.map(item => item.vehicle?.id ?? item.error?.code),
    error: error?.code,
  }),
);
