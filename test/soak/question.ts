import {isDeepStrictEqual} from 'node:util';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Random} from '#sample/random.ts';
import {chosen} from '../search/fleet/oracle.ts';
import type {Dataset} from './imports.ts';

/** An answer as it must be: its body, or the code of its problem. */
export type Expected =
  | {readonly status: 200; readonly body: unknown}
  | {readonly status: 204}
  | {readonly status: number; readonly code: string};

/** A request, and what it must be answered from each dataset. */
export type Question = {
  readonly path: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: string;
  /** The key to send in place of that of the client; `null` for none. */
  readonly key?: string | null;
  /** What it costs when it is admitted; 1 by default. */
  readonly cost?: number;
  /** Absent where the answer does not depend on data. */
  readonly expected?: (dataset: Dataset) => Expected;
  /** How a body is compared with what is expected; by default they are equal. */
  readonly isBody?: (body: unknown, expected: unknown) => boolean;
  /** Of a question that has one answer, whatever the data. */
  readonly always?: {readonly status: number; readonly code?: string};
};

export type Ask = (random: Random, dataset: Dataset) => Question;

export const notFound = (code: string): Expected => ({status: 404, code});

const found = (document: VehicleDocument | undefined): Expected =>
  document ? {status: 200, body: document.vehicle} : notFound('VehicleNotFound');

/** A vehicle's plate, as a person may write it. */
const spelled = (random: Random, plate: string): string =>
  random.pick([plate, plate.toLowerCase(), `${plate.slice(0, 2)} ${plate.slice(2)}`, `${plate}-`]);

const carriersOf = ({documents}: Dataset, plate: string) =>
  documents.filter(({vehicle}) => vehicle.plates.includes(plate));

/** Plates that the API can search by. */
const searchable = /^[A-Z0-9ÆØÅ]{1,10}$/;

export const somePlate = (random: Random, {documents}: Dataset): string => {
  const plates = documents.flatMap(({vehicle}) =>
    vehicle.plates.filter(each => searchable.test(each)),
  );
  return random.chance(0.9) ? random.pick(plates) : `QQ${random.below(99_999)}`;
};

export const someVehicle = (random: Random, {documents}: Dataset): string =>
  random.chance(0.9) ? random.pick(documents).vehicle.id : String(random.below(1000));

export const byId: Ask = (random, dataset) => {
  const id = someVehicle(random, dataset);
  return {
    path: `/v1/vehicles/${id}`,
    expected: ({documents}) => found(documents.find(({vehicle}) => vehicle.id === id)),
  };
};

export const byVin: Ask = (random, dataset) => {
  const {vin} = random.pick(dataset.documents).vehicle;
  const asked = vin ?? 'NOBODYS';
  return {
    path: `/v1/vehicles/vin/${encodeURIComponent(` ${asked.toLowerCase()}`)}`,
    expected: ({documents}) =>
      found(chosen(documents.filter(({vehicle}) => vehicle.vin === asked))),
  };
};

export const byPlate: Ask = (random, dataset) => {
  const plate = somePlate(random, dataset);
  return {
    path: `/v1/vehicles/plate/${encodeURIComponent(spelled(random, plate))}`,
    expected: dataset => found(chosen(carriersOf(dataset, plate))),
  };
};

/** The item of a batch for a plate as it was sent. */
const itemOf = (dataset: Dataset, plate: string, sent: string) => {
  const vehicle = chosen(carriersOf(dataset, plate))?.vehicle ?? null;
  const code = searchable.test(plate) ? 'VehicleNotFound' : 'InvalidPlate';
  return {plate: sent, vehicle, code: vehicle ? null : code};
};

type Item = {readonly error: {readonly code: string} | null};

/** Compares the items of a batch but for their sentences. */
const areItems = (body: unknown, expected: unknown): boolean => {
  const {data} = body as {readonly data: readonly Item[]};
  const items = data.map(({error, ...item}) => ({...item, code: error?.code ?? null}));
  return isDeepStrictEqual(items, expected);
};

export const byPlates: Ask = (random, dataset) => {
  const length = random.chance(0.05) ? 500 : random.between(1, 20);
  const plates = Array.from({length}, () =>
    random.chance(0.05) ? 'ß' : somePlate(random, dataset),
  );
  const sent = plates.map(plate => spelled(random, plate));
  const valid = new Set(plates.filter(plate => searchable.test(plate)));
  return {
    path: '/v1/vehicles/plates',
    method: 'POST',
    body: JSON.stringify({plates: sent}),
    cost: Math.max(1, valid.size),
    isBody: areItems,
    expected: dataset => ({
      status: 200,
      body: plates.map((plate, index) => itemOf(dataset, plate, sent[index] ?? '')),
    }),
  };
};

const records = {
  'technical-details': 'technicalDetails',
  engine: 'engine',
  inspection: 'inspection',
  'environmental-information': 'environment',
} as const;

type Members = Readonly<Record<string, unknown>>;

/** Whether a body tells all that is stored of a record, and of all else that there is none. */
const isRecord = (body: unknown, stored: unknown): boolean => {
  const [told, known] = [body as Members, stored as Members];
  const isTold = ([name, value]: readonly [string, unknown]) =>
    isDeepStrictEqual(value, known[name] ?? (Array.isArray(value) ? [] : null));
  return Object.keys(known).every(name => name in told) && Object.entries(told).every(isTold);
};

export const recordOf: Ask = (random, dataset) => {
  const id = someVehicle(random, dataset);
  const [path, member] = random.pick(Object.entries(records));
  return {
    path: `/v1/vehicles/${id}/${path}`,
    isBody: isRecord,
    expected: ({documents}) => {
      const document = documents.find(({vehicle}) => vehicle.id === id);
      if (!document) return notFound('VehicleNotFound');
      const record = document[member];
      return record ? {status: 200, body: record} : {status: 204};
    },
  };
};
