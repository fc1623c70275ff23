import {Redis} from 'ioredis';
import Koa from 'koa';
import {Pool} from 'undici';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import {idOf, lookedUpIn, vehiclesIn} from '#src/search/engine/stored-vehicles.ts';
import {sharingRequest} from '#src/search/vehicles.ts';

/*
 * The least that a lookup costs on the same engines: Koa, one `GET` of Redis, lookups gathered into
 * requests to Elasticsearch, and the bytes of each vehicle passed on. It has no keys, limits, checks, headers, log or
 * metrics. A process of its own, on `PORT`, with `REDIS_URL`, `ELASTICSEARCH_NODES` and the index `VEHICLES`.
 */

const {PORT, REDIS_URL = '', ELASTICSEARCH_NODES = '', VEHICLES} = process.env;
const redis = new Redis(REDIS_URL, {enableAutoPipelining: true});
const elasticsearch = new Pool(ELASTICSEARCH_NODES);
const [mostKeys, mostInFlight] = [256, 2];

const post = async (operation: string, body: object): Promise<readonly VehicleJson[]> => {
  const response = await elasticsearch.request({
    method: 'POST',
    path: `/${VEHICLES}/${operation}`,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(body),
  });
  return vehiclesIn(Buffer.from(await response.body.arrayBuffer())) ?? [];
};

type Find = (keys: readonly string[]) => Promise<ReadonlyMap<string | null, VehicleJson>>;

/** Gathers concurrent lookups into as few requests as possible. */
const gathered = (find: Find) => {
  const wanted: {key: string; resolve: (vehicle: VehicleJson | undefined) => void}[] = [];
  let inFlight = 0;
  const send = async () => {
    if (inFlight === mostInFlight || wanted.length === 0) return;
    inFlight += 1;
    const asked = wanted.splice(0, mostKeys);
    const found = await find(asked.map(({key}) => key));
    for (const {key, resolve} of asked) resolve(found.get(key));
    inFlight -= 1;
    void send();
  };
  return (key: string) =>
    new Promise<VehicleJson | undefined>(resolve => {
      if (wanted.push({key, resolve}) === 1) setImmediate(send);
    });
};

const sharing = (
  field: Parameters<typeof sharingRequest>[0],
  valuesOf: (vehicle: VehicleJson) => readonly (string | null)[],
) =>
  gathered(async values => {
    const vehicles = await post('_search', sharingRequest(field, values));
    // The first vehicle with a value counts.
    const pairs = vehicles.flatMap(vehicle => valuesOf(vehicle).map(value => [value, vehicle]));
    return new Map(pairs.toReversed() as [string | null, VehicleJson][]);
  });

const byId = gathered(async ids => {
  const vehicles = await post('_mget', {ids});
  return new Map(vehicles.map(vehicle => [idOf(vehicle), vehicle]));
});
const byPlate = sharing('vehicle.plates', vehicle => lookedUpIn(vehicle).plates);
const byVin = sharing('vehicle.vin', vehicle => [lookedUpIn(vehicle).vin]);

const app = new Koa();
app.use(async ctx => {
  await redis.get('nothing');
  const [key = '', by = ''] = ctx.path.split('/').reverse();
  const lookup = {plate: byPlate, vin: byVin}[by] ?? byId;
  const vehicle = await lookup(key);
  ctx.type = 'application/json';
  // An empty key is the bench asking whether the service is up.
  if (vehicle || key === '') ctx.body = vehicle ?? '';
});
app.listen(Number(PORT), '127.0.0.1');
