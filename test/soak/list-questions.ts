import type {Int64} from '#core/domain/integers.ts';
import {toSearchName} from '#core/domain/search-name.ts';
import {toVehicleSortBy, vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  references,
} from '#mappings/reference-document.ts';
import type {Random} from '#sample/random.ts';
import {searched} from '../search/fleet/oracle.ts';
import type {Dataset} from './imports.ts';
import {type Ask, type Expected, notFound, somePlate} from './question.ts';

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
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(entries).toString();
};

export const search: Ask = (random, dataset) => {
  const {vehicle} = random.pick(dataset.documents);
  const idOf = (reference: {readonly id: string} | null) =>
    random.maybe(0.2, reference?.id) as Int64 | undefined;
  const [makeId, kindId, usageId, colorId] = [
    idOf(vehicle.make),
    idOf(vehicle.kind),
    idOf(vehicle.usage),
    idOf(vehicle.color),
  ];
  const [from, to] = [random.between(1950, 2026), random.between(1950, 2026)];
  const fromModelYear = random.maybe(0.3, from);
  const toModelYear = random.maybe(0.3, to);
  const registrationNumber = random.maybe(0.1, somePlate(random, dataset)) as never;
  const sortBy = random.maybe(0.7, random.pick(vehicleSortByValues));
  const page = somePage(random, 20);
  const filter = {makeId, kindId, usageId, colorId, fromModelYear, toModelYear, registrationNumber};
  const asked = query({
    ...{makeId, kindId, usageId, colorId, registrationNumber, sortBy},
    ...{fromModelYear, toModelYear},
    ...{page: page.number, pageSize: page.size},
  });
  return {
    path: `/v1/vehicles?${asked}`,
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

export const referenceList: Ask = (random, dataset) => {
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

const absent: Readonly<Record<ReferenceList, string>> = {
  colors: 'ColorNotFound',
  makes: 'MakeNotFound',
  models: 'ModelNotFound',
  variants: 'VariantNotFound',
  'designation-types': 'DesignationTypeNotFound',
  kinds: 'KindNotFound',
  usages: 'UsageNotFound',
  'emission-standards': 'EmissionStandardNotFound',
  equipment: 'EquipmentNotFound',
};

export const referenceEntry: Ask = (random, dataset) => {
  const asked = random.pick(dataset.references);
  const id = random.chance(0.9) ? asked.id : '7';
  const isAsked = ({list, makeId, modelId, ...entry}: ReferenceDocument) =>
    list === asked.list && makeId === asked.makeId && modelId === asked.modelId && entry.id === id;
  return {
    path: `/v1/${pathOf(asked)}/${id}`,
    expected: ({references}) => {
      const entry = references.find(isAsked);
      return entry ? {status: 200, body: toItem(asked.list, entry)} : notFound(absent[asked.list]);
    },
  };
};
