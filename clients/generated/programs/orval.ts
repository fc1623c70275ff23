import assert from 'node:assert/strict';
import {
  getVehicle,
  getVehicleByPlate,
  listColors,
  lookUpPlates,
  searchVehicles,
} from '../generated/orval';

const options = {headers: {'X-Api-Key': process.env.API_KEY ?? ''}};

let walked = 0;
for (let page = 1, totalPages = 1; page <= totalPages; page++) {
  const colors = await listColors({page, pageSize: 3}, options);
  assert(colors.status === 200);
  walked += colors.data.data.length;
  totalPages = colors.data.metadata.totalPages;
}

const search = await searchVehicles(
  {fromModelYear: 2015, toModelYear: 2019, sortBy: 'registrationNumber'},
  options,
);
assert(search.status === 200);
const plate = search.data.data[0]?.registrationNumber;
assert(plate);
const lookup = await getVehicleByPlate(plate, {}, options);
assert(lookup.status === 200);
const batch = await lookUpPlates({plates: [plate, 'AB_12345']}, {}, options);
assert(batch.status === 200);
const missing = await getVehicle('-1', {}, options);
assert(missing.status === 404);

console.log(
  JSON.stringify({
    walked,
    lookup: lookup.data.id,
    batch: batch.data.data.map(item => item.vehicle?.id ?? item.error?.code),
    error: missing.data.code,
  }),
);
