// Compiled by package.test.ts against the packed client alone, as a program of somebody else.
import {
  type Client,
  type ClientOptions,
  createClient,
  DatasetChanged,
  ProblemError,
  type VehicleResponse,
} from '@vehicle-data-lookup/client';

export const options: ClientOptions = {baseUrl: 'http://localhost:8080', apiKey: 'key'};
export const client: Client = createClient(options);

export const lookup = async (plate: string): Promise<VehicleResponse | undefined> => {
  try {
    const {data} = await client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
    return data;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'VehicleNotFound') throw error;
    const seconds: number | undefined = error.retryAfter;
    const messages: string[] | undefined = error.problem.errors?.['PageOutOfRange'];
    console.log(error.problem.status, error.problem.requestId, seconds, messages);
    return undefined;
  }
};

export const power = async (vehicleId: string): Promise<number | null> => {
  const {data} = await client.get('/v1/vehicles/{vehicleId}/engine', {params: {path: {vehicleId}}});
  // @ts-expect-error: a vehicle can be without an engine.
  console.log(data.maxPowerKw);
  return data?.maxPowerKw ?? null;
};

export const walks = async (): Promise<void> => {
  const params = {query: {makeId: '10043', sortBy: 'vin'}} as const;
  try {
    for await (const {vin} of client.walk('/v1/vehicles', {params})) console.log(vin);
  } catch (error) {
    if (error instanceof DatasetChanged) console.log(error.from, error.to);
    else throw error;
  }
  const {data: makes, datasetVersion} = await client.collect('/v1/makes');
  console.log(makes[0]?.name, datasetVersion);
  const {data: models} = await client.collect('/v1/makes/{makeId}/models', {
    params: {path: {makeId: '10043'}, query: {q: 'i30'}},
  });
  console.log(models[0]?.id);
};

export const batch = async (plates: readonly string[]): Promise<void> => {
  const {data} = await client.vehiclesByPlates(plates);
  for (const {plate, vehicle, error} of data) console.log(plate, vehicle?.id, error?.code);
};

// @ts-expect-error: no such path.
await client.get('/v1/vehicle');
// @ts-expect-error: the plate is missing.
await client.get('/v1/vehicles/plate/{plate}');
// @ts-expect-error: the path is for POST.
await client.get('/v1/vehicles/plates');
// @ts-expect-error: a misspelt filter.
await client.get('/v1/vehicles', {params: {query: {makeid: '1', pageSize: 5}}});
// @ts-expect-error: no such order.
await client.get('/v1/vehicles', {params: {query: {sortBy: 'age'}}});
// @ts-expect-error: a misspelt filter of a walk.
client.walk('/v1/vehicles', {params: {query: {makeid: '1', colorId: '2'}}});
// @ts-expect-error: a walk asks for every page by itself.
client.walk('/v1/vehicles', {params: {query: {page: 2}}});
// @ts-expect-error: not a list.
client.walk('/v1/dataset');
// @ts-expect-error: the make is missing.
client.walk('/v1/makes/{makeId}/models');
// @ts-expect-error: the key is missing.
createClient({baseUrl: 'http://localhost:8080'});

export const parts = async (fields?: string): Promise<string | null | undefined> => {
  const params = {path: {id: '1'}, query: {fields: 'vin,engine.maxPowerKw'}};
  const {data} = await client.get('/v1/vehicles/{id}', {params});
  // @ts-expect-error: `fields` can leave a member out.
  console.log(data.id.length);
  console.log(data.engine?.maxPowerKw?.toFixed(1));
  const {data: vehicles} = await client.collect('/v1/vehicles', {params: {query: {fields: 'vin'}}});
  // @ts-expect-error: the same in a list.
  console.log(vehicles[0]?.id.length);
  for await (const {make} of client.walk('/v1/vehicles', {
    params: {query: {fields: 'make.name'}},
  })) {
    console.log(make?.name?.length);
  }
  const query = {...(fields !== undefined && {fields})};
  const {data: page} = await client.get('/v1/vehicles', {params: {query}});
  // @ts-expect-error: the same where there may be `fields`.
  console.log(page.data[0]?.id.length);
  const pages: number = page.metadata.totalPages;
  console.log(pages);
  const whole = await client.get('/v1/vehicles/{id}', {
    params: {path: {id: '1'}, query: {expand: 'engine'}},
  });
  return whole.data.id;
};
// @ts-expect-error: makes have no `fields`.
await client.get('/v1/makes', {params: {query: {fields: 'id'}}});
