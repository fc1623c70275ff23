import assert from 'node:assert/strict';
import {
  getVehicle,
  getVehicleByPlate,
  listColors,
  lookUpPlates,
  searchVehicles,
} from '../generated/hey-api';
import {client} from '../generated/hey-api/client.gen';

client.setConfig({
  baseUrl: process.env.API_ADDRESS,
  headers: {'X-Api-Key': process.env.API_KEY},
});

let walked = 0;
for (let page = 1, totalPages = 1; page <= totalPages; page++) {
  const colors = await listColors({query: {page, pageSize: 3}});
  assert(colors.data);
  walked += colors.data.data.length;
  totalPages = colors.data.metadata.totalPages;
}

const search = await searchVehicles({
  query: {fromModelYear: 2015, toModelYear: 2019, sortBy: 'registrationNumber'},
});
const plate = search.data?.data[0]?.registrationNumber;
assert(plate);
const lookup = await getVehicleByPlate({path: {plate}});
const batch = await lookUpPlates({body: {plates: [plate, 'AB_12345']}});
const {error} = await getVehicle({path: {id: '-1'}});

console.log(
  JSON.stringify({
    walked,
    lookup: lookup.data?.id,
    batch: batch.data?.data.map(item => item.vehicle?.id ?? item.error?.code),
    error: error?.code,
  }),
);
