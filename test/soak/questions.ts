import {isDeepStrictEqual} from 'node:util';
import {newApiKey} from '#core/access/api-key.ts';
import type {Int64} from '#core/domain/integers.ts';
import {toSearchName} from '#core/domain/search-name.ts';
import {toVehicleSortBy, vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  references,
} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Random, weighted} from '#sample/random.ts';
import {chosen, searched} from '../search/fleet/oracle.ts';
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

const notFound = (code: string): Expected => ({status: 404, code});

const found = (document: VehicleDocument | undefined): Expected =>
  document ? {status: 200, body: document.vehicle} : notFound('VehicleNotFound');

/** A vehicle's plate, as a person may write it. */
const spelled = (random: Random, plate: string): string =>
  random.pick([plate, plate.toLowerCase(), `${plate.slice(0, 2)} ${plate.slice(2)}`, `${plate}-`]);

const carriersOf = ({documents}: Dataset, plate: string) =>
  documents.filter(({vehicle}) => vehicle.plates.includes(plate));

/** Plates that the API can search by. */
const searchable = /^[A-Z0-9ÆØÅ]{1,10}$/;

const somePlate = (random: Random, {documents}: Dataset): string => {
  const plates = documents.flatMap(({vehicle}) =>
    vehicle.plates.filter(each => searchable.test(each)),
  );
  return random.chance(0.9) ? random.pick(plates) : `QQ${random.below(99_999)}`;
};

const someVehicle = (random: Random, {documents}: Dataset): string =>
  random.chance(0.9) ? random.pick(documents).vehicle.id : String(random.below(1000));

export const byId: Ask = (random, dataset) => {
  const id = someVehicle(random, dataset);
  return {
    path: `/v1/vehicles/${id}`,
    expected: ({documents}) => found(documents.find(({vehicle}) => vehicle.id === id)),
  };
};

const byVin: Ask = (random, dataset) => {
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

const byPlates: Ask = (random, dataset) => {
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

const recordOf: Ask = (random, dataset) => {
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

type Page = {readonly number: number; readonly size: number};

const somePage = (random: Random, largest: number): Page => ({
  number: random.chance(0.1) ? random.between(1, 400) : random.between(1, 4),
  size: random.between(1, largest),
});

const listed = (data: readonly unknown[], {number, size}: Page, totalCount: number): Expected => {
  const totalPages = Math.ceil(totalCount / size);
  if (totalCount > 0 && number > totalPages) return {status: 400, code: 'ValidationFailed'};
  return {
    status: 200,
    body: {data, metadata: {page: number, pageSize: size, totalCount, totalPages}},
  };
};

const query = (parameters: Readonly<Record<string, string | number | undefined>>): string => {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) asked.set(name, String(value));
  return asked.toString();
};

export const search: Ask = (random, dataset) => {
  const {vehicle} = random.pick(dataset.documents);
  const idOf = (reference: {readonly id: string} | null) =>
    random.maybe(0.2, reference?.id) as Int64 | undefined;
  const filter = {
    makeId: idOf(vehicle.make),
    kindId: idOf(vehicle.kind),
    usageId: idOf(vehicle.usage),
    colorId: idOf(vehicle.color),
    fromModelYear: random.maybe(0.3, random.between(1950, 2026)),
    toModelYear: random.maybe(0.3, random.between(1950, 2026)),
    registrationNumber: random.maybe(0.1, somePlate(random, dataset)) as never,
  };
  const sortBy = random.maybe(0.7, random.pick(vehicleSortByValues));
  const page = somePage(random, 20);
  return {
    path: `/v1/vehicles?${query({...filter, sortBy, page: page.number, pageSize: page.size})}`,
    expected: ({documents}) => {
      const order = sortBy && toVehicleSortBy(sortBy);
      const result = searched(documents, {filter, sortBy: order, page});
      const vehicles = result.documents.map(({vehicle}) => vehicle);
      return listed(vehicles, page, result.totalCount);
    },
  };
};

const toItem = (list: ReferenceList, entry: ReferenceDocument) => {
  const whole = {originalName: entry.name, ...entry};
  return Object.fromEntries(
    Object.keys(references[list].fields).map(name => [name, whole[name as keyof typeof whole]]),
  );
};

const pathOf = ({list, makeId, modelId}: Pick<ReferenceDocument, 'list' | 'makeId' | 'modelId'>) =>
  [makeId && `makes/${makeId}`, modelId && `models/${modelId}`, list].filter(Boolean).join('/');

const byNumber = (a: ReferenceDocument, b: ReferenceDocument) =>
  BigInt(a.id) < BigInt(b.id) ? -1 : 1;

/** What a list that has no such parent is refused with, if it is refused. */
const missingParent = ({references}: Dataset, {makeId, modelId}: ReferenceDocument) => {
  const has = (list: ReferenceList, id: string | undefined, make?: string) =>
    id === undefined ||
    references.some(each => each.list === list && each.id === id && each.makeId === make);
  if (!has('makes', makeId)) return notFound('MakeNotFound');
  return has('models', modelId, makeId) ? undefined : notFound('ModelNotFound');
};

const referenceList: Ask = (random, dataset) => {
  const {list, ...sibling} = random.pick(dataset.references);
  const hasNames = list === 'makes' || list === 'models' || list === 'colors';
  const name = random.pick(dataset.references.filter(each => each.list === list)).name;
  const q = hasNames ? random.maybe(0.3, name.slice(0, random.between(1, 5))) : undefined;
  const page = somePage(random, 50);
  const isOfList = (entry: ReferenceDocument) =>
    entry.list === list && entry.makeId === sibling.makeId && entry.modelId === sibling.modelId;
  return {
    path: `/v1/${pathOf({list, ...sibling})}?${query({q, page: page.number, pageSize: page.size})}`,
    expected: dataset => {
      const start = toSearchName(q ?? '');
      const entries = dataset.references
        .filter(entry => isOfList(entry) && entry.searchNames.some(name => name.startsWith(start)))
        .toSorted(byNumber);
      const from = (page.number - 1) * page.size;
      const items = entries.slice(from, from + page.size).map(entry => toItem(list, entry));
      return missingParent(dataset, {list, ...sibling}) ?? listed(items, page, entries.length);
    },
  };
};

const referenceEntry: Ask = (random, dataset) => {
  const asked = random.pick(dataset.references);
  const id = random.chance(0.9) ? asked.id : '7';
  const isAsked = ({list, makeId, modelId, ...entry}: ReferenceDocument) =>
    list === asked.list && makeId === asked.makeId && modelId === asked.modelId && entry.id === id;
  return {
    path: `/v1/${pathOf(asked)}/${id}`,
    expected: dataset => {
      const entry = dataset.references.find(isAsked);
      return entry
        ? {status: 200, body: toItem(asked.list, entry)}
        : notFound(`${references[asked.list].name}NotFound`);
    },
  };
};

const dataset: Ask = () => ({
  path: '/v1/dataset',
  isBody: (body, expected) =>
    isDeepStrictEqual(body, {...(body as Members), ...(expected as Members)}),
  expected: ({version, documents}) => ({
    status: 200,
    body: {version, vehicleCount: documents.length},
  }),
});

const usage: Ask = () => ({path: '/v1/usage', cost: 0, always: {status: 200}});

const malformed = {always: {status: 400, code: 'ValidationFailed'}};

/** A refusal that costs nothing. */
const free = (status: number, code: string) => ({cost: 0, always: {status, code}});

const batch = {path: '/v1/vehicles/plates', method: 'POST'} as const;

const malformedPaths = [
  ...['/v1/vehicles/x', '/v1/vehicles?page=0', '/v1/vehicles?page=1000&pageSize=20'],
  ...['/v1/vehicles/plate/%C3%9F', '/v1/makes?pageSize=51', '/v1/colors/1.0'],
];

/** Questions that are refused before anything is looked up; only the malformed ones cost. */
const refused = (): readonly Question[] => [
  ...malformedPaths.map(path => ({path, ...malformed})),
  {...batch, body: '{"plates":[]}', ...malformed},
  {...batch, body: 'x'.repeat(66_000), ...free(413, 'PayloadTooLarge')},
  {path: '/v1/vehicles/1', key: null, ...free(401, 'ApiKeyMissing')},
  {path: '/v1/vehicles/1', key: 'x', ...free(401, 'ApiKeyInvalid')},
  {path: '/v1/vehicles/1', key: newApiKey('live', 'a'.repeat(10)), ...free(401, 'ApiKeyInvalid')},
  {path: '/v1/nothing', ...free(404, 'RouteNotFound')},
  {path: '/v1/colors', method: 'DELETE', ...free(405, 'MethodNotAllowed')},
];

const kind = weighted<Ask>([
  [byId, 20],
  [byPlate, 20],
  [byVin, 8],
  [byPlates, 8],
  [recordOf, 8],
  [search, 14],
  [referenceList, 8],
  [referenceEntry, 6],
  [dataset, 2],
  [usage, 1],
  [random => random.pick(refused()), 6],
]);

/** A question of the mix that clients ask. */
export const anyQuestion = (random: Random, dataset: Dataset): Question =>
  kind(random)(random, dataset);
