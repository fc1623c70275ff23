import {isDeepStrictEqual} from 'node:util';
import {toInt64} from '#core/domain/integers.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Random} from '#sample/random.ts';
import {chosen, searched} from '../search/fleet/oracle.ts';
import type {Reply} from './http-client.ts';

/** A request and whether a reply to it is right. */
export type JudgedRequest = {readonly path: string; readonly isRight: (reply: Reply) => boolean};

type Fleet = readonly VehicleDocument[];

const byId = (random: Random, fleet: Fleet): JudgedRequest => {
  const {vehicle} = random.pick(fleet);
  return {
    path: `/v1/vehicles/${vehicle.id}`,
    isRight: ({body}) => isDeepStrictEqual(body, vehicle),
  };
};

const byPlate = (random: Random, fleet: Fleet): JudgedRequest => {
  const plated = fleet.filter(({vehicle}) => /^[A-Z0-9]{2,7}$/.test(vehicle.plates[0] ?? ''));
  const [plate = ''] = random.pick(plated).vehicle.plates;
  const carriers = fleet.filter(({vehicle}) => vehicle.plates.includes(plate));
  return {
    path: `/v1/vehicles/plate/${plate}`,
    isRight: ({body}) => isDeepStrictEqual(body, chosen(carriers)?.vehicle),
  };
};

type Found = {readonly data: readonly unknown[]; readonly metadata: {readonly totalCount: number}};

/** Of so many filters that most totals are counted, and not remembered. */
const bySearch = (random: Random, fleet: Fleet): JudgedRequest => {
  const from = random.between(1990, 2026);
  const to = from + random.between(0, 20);
  const make = random.pick(fleet).vehicle.make?.id ?? '1';
  const makeId = random.chance(0.5) ? toInt64(make) : undefined;
  const filter = {fromModelYear: from, toModelYear: to, ...(makeId && {makeId})};
  const size = random.between(5, 20);
  const {totalCount} = searched(fleet, {filter, page: {number: 1, size}});
  const page = {number: random.between(1, Math.max(1, Math.ceil(totalCount / size))), size};
  const {documents} = searched(fleet, {filter, page});
  const expected = documents.map(({vehicle}) => vehicle);
  return {
    path:
      `/v1/vehicles?fromModelYear=${from}&toModelYear=${to}&page=${page.number}` +
      `&pageSize=${page.size}${makeId === undefined ? '' : `&makeId=${make}`}`,
    isRight: ({body}) => {
      const {data, metadata} = body as Found;
      return metadata.totalCount === totalCount && isDeepStrictEqual(data, expected);
    },
  };
};

/** As many requests of each kind about a fleet, mixed. */
export const requestsAbout = (fleet: Fleet, random: Random, each: number) =>
  Array.from({length: each}, () =>
    [byId, byPlate, bySearch].map(make => make(random, fleet)),
  ).flat();
