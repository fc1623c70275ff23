import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {matches} from './matches.ts';

// The contract once more, as slow and as literal as it gets. Nothing here knows how Elasticsearch is asked.

type Compare<Value> = (left: Value, right: Value) => number;

const idOf = ({vehicle}: VehicleDocument) => BigInt(vehicle.id);

const byId: Compare<VehicleDocument> = (left, right) => (idOf(left) < idOf(right) ? -1 : 1);

/** Code point order, which is that of the bytes in UTF-8 and not that of JavaScript's own strings. */
const byCodePoint: Compare<string> = (left, right) =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

const newest = (documents: readonly VehicleDocument[]): readonly VehicleDocument[] => {
  const times = documents.flatMap(({vehicle: {registrationStatusDate: date}}) =>
    date ? [Date.parse(date)] : [],
  );
  if (times.length === 0) return documents;
  const latest = Math.max(...times);
  return documents.filter(
    ({vehicle: {registrationStatusDate: date}}) => date && Date.parse(date) === latest,
  );
};

/** Plate lookup rules 3 to 5: who a plate, or a VIN the register has twice, means. */
export const chosen = (carriers: readonly VehicleDocument[]): VehicleDocument | undefined => {
  const registered = carriers.filter(({isRegistered}) => isRegistered);
  const candidates = newest(registered.length > 0 ? registered : carriers);
  return candidates.toSorted(byId).at(-1);
};

/** The order the plate lookup picks from: its choice, then its choice among the others, and so on. */
const inPlateOrder = (carriers: readonly VehicleDocument[]): readonly VehicleDocument[] => {
  const first = chosen(carriers);
  if (first === undefined) return [];
  return [first, ...inPlateOrder(carriers.filter(document => document !== first))];
};

const sorted = (
  documents: readonly VehicleDocument[],
  {field, order}: NonNullable<VehicleSearch['sortBy']>,
): readonly VehicleDocument[] => {
  const ascending = documents.toSorted(byId);
  if (field === 'id') return order === 'asc' ? ascending : ascending.toReversed();

  const present = [...new Set(ascending.flatMap(({vehicle}) => vehicle[field] ?? []))];
  const values = present.toSorted(byCodePoint);
  if (order === 'desc') values.reverse();
  return [...values, null].flatMap(value =>
    ascending.filter(({vehicle}) => vehicle[field] === value),
  );
};

/** The expected result of a search over these documents, of an extract of this day: by default a test's. */
export const searched = (
  documents: readonly VehicleDocument[],
  {filter, sortBy, page}: VehicleSearch,
  day = '2026-11-17',
) => {
  const matching = documents.filter(document => matches(filter, document, day));
  const ordered =
    filter.registrationNumber !== undefined && sortBy === undefined
      ? inPlateOrder(matching)
      : sorted(matching, sortBy ?? {field: 'firstRegisteredOn', order: 'desc'});
  const from = (page.number - 1) * page.size;
  return {documents: ordered.slice(from, from + page.size), totalCount: matching.length};
};
