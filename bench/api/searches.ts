import {randomFor} from '#sample/random.ts';
import {seed} from '../bench.ts';
import {get, type Request, type Scenario, scenario} from './scenario.ts';

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
const pageWithTotal = (
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

type Search = {
  readonly filters: Filters;
  readonly page: {readonly number: number; readonly size: number};
};

const searchPath = ({filters: {kindId, colorId, years}, page}: Search): string => {
  const values = {
    kindId,
    colorId,
    fromModelYear: years?.[0],
    toModelYear: years?.[1],
    page: page.number,
    pageSize: page.size,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `/v1/vehicles?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

const searching = (name: string, searches: readonly Search[]): Scenario =>
  scenario(
    name,
    searches.map(search => get(searchPath(search))),
    {direct: searches.map(({filters, page}) => pageWithTotal(filters, page))},
  );

const firstPage = {number: 1, size: 10};

/** Every search by kind, colour and years of these, once, in an order of chance. */
const fourFilters = (): readonly Search[] => {
  const random = randomFor({seed, number: 1}, 'record');
  const numbers = (from: number, to: number) =>
    Array.from({length: to - from + 1}, (_, at) => from + at);
  const all = numbers(1, 5).flatMap(kindId =>
    numbers(1, 9).flatMap(colorId =>
      numbers(1950, 2010).flatMap(from =>
        numbers(from, from + 29).map(to => ({kindId, colorId, years: [from, to] as const})),
      ),
    ),
  );
  return all
    .map(filters => ({filters, place: random.unit()}))
    .sort((a, b) => a.place - b.place)
    .map(({filters}) => ({filters, page: firstPage}));
};

/** Twelve first years by twelve spans, the first three pages of each. */
const yearRanges: readonly Search[] = Array.from({length: 12 * 12 * 3}, (_, at) => {
  const from = 1976 + (Math.floor(at / 3) % 12);
  const to = from + 20 + Math.floor(at / 36);
  return {filters: {years: [from, to]}, page: {number: 1 + (at % 3), size: 10}};
});

/** The last tenth of the pages that may be asked for, of all vehicles. */
const deepPages = (vehicles: number): readonly Search[] => {
  const last = Math.floor(Math.min(vehicles, 10_000) / 20);
  const first = Math.ceil(last * 0.9);
  return Array.from({length: last - first + 1}, (_, at) => ({
    filters: {},
    page: {number: first + at, size: 20},
  }));
};

/** The searches of a sample of this size. */
export const searches = (vehicles: number): readonly Scenario[] => {
  const drawn = fourFilters();
  return [
    searching('search, filters seen before', drawn.slice(0, 30)),
    searching('search, new filters', drawn.slice(30)),
    searching('search, year ranges, pages 1 to 3', yearRanges),
    searching('search, deep pages', deepPages(vehicles)),
  ];
};
