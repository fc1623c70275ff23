import type {Request} from './load.ts';

/** The searched fields of a stored vehicle, as mappings/vehicles.json names them. */
const fields = {
  id: 'vehicle.id',
  plate: 'vehicle.plates',
  vin: 'vehicle.vin',
  kindId: 'vehicle.kind.id',
  colorId: 'vehicle.color.id',
  modelYear: 'vehicle.modelYear',
  firstRegisteredOn: 'vehicle.firstRegisteredOn',
} as const;

const search = (body: object): Request => ({
  method: 'POST',
  path: '/_search',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify(body),
});

/** A vehicle's document by its id. */
export const document = (id: string): Request => ({
  method: 'GET',
  path: `/_doc/${id}`,
  headers: {},
});

/** The documents with any of these plates or VINs. */
export const sharing = (field: 'plate' | 'vin', values: readonly string[]): Request =>
  search({
    query: {bool: {filter: [{terms: {[fields[field]]: values}}]}},
    size: 2 * values.length - 1,
    track_total_hits: false,
  });

/** Filters of a search; years are bounds. */
export type Filters = {
  readonly kindId?: number;
  readonly colorId?: number;
  readonly years?: readonly [from: number, to: number];
};

/** A page in the usual order, with its exact total. */
export const pageWithTotal = (
  {kindId, colorId, years}: Filters,
  {number, size}: {readonly number: number; readonly size: number},
): Request =>
  search({
    query: {
      bool: {
        filter: [
          ...(kindId === undefined ? [] : [{term: {[fields.kindId]: String(kindId)}}]),
          ...(colorId === undefined ? [] : [{term: {[fields.colorId]: String(colorId)}}]),
          ...(years ? [{range: {[fields.modelYear]: {gte: years[0], lte: years[1]}}}] : []),
        ],
      },
    },
    sort: [{[fields.firstRegisteredOn]: {order: 'desc', missing: '_last'}}, {[fields.id]: 'asc'}],
    from: (number - 1) * size,
    size,
    track_total_hits: true,
  });
