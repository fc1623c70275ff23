import type {Client} from '@elastic/elasticsearch';
import type {Grouping} from '#core/domain/vehicle-statistics.ts';
import {type ReferenceDocument, referenceKey} from '#mappings/reference-document.ts';
import {documentsOf, findByIds, searchIndex} from '../engine/requests.ts';

/** A value of a grouping as it is answered. */
export type NamedValue = {
  readonly value: string;
  readonly name: string;
  /** Parents of a model or variant. */
  readonly makeId?: string | undefined;
  readonly modelId?: string | undefined;
};

export type Names = ReadonlyMap<string, NamedValue>;

const monthName = new Intl.DateTimeFormat('en', {month: 'long', year: 'numeric', timeZone: 'UTC'});

/** The name of a value that needs no list. */
const ownName = (grouping: Grouping, value: string): string => {
  switch (grouping.by) {
    case 'flag':
      return grouping.names[value === grouping.values[0] ? 0 : 1];
    case 'month':
      return monthName.format(new Date(`${value}-01`));
    case 'step': {
      const {step, isWhole} = grouping;
      const end = Number(value) + step;
      if (!isWhole) return `${value} to under ${end}`;
      return step === 1 ? value : `${value} to ${end - 1}`;
    }
    default:
      return value;
  }
};

/** Variants of one id are under one model, as far as is known: there is room for as many as asked for. */
const nameVariants = async (
  client: Client,
  index: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Names> => {
  const query = {bool: {filter: [{term: {list: 'variants'}}, {terms: {id: [...ids]}}]}};
  const request = {query, size: ids.length, track_total_hits: false};
  const variants = documentsOf(
    await searchIndex<ReferenceDocument>(client, index, request, signal),
  );
  const found = new Map(variants.map(entry => [entry.id, entry]));
  return new Map(
    ids.map(id => {
      const {name = id, makeId, modelId} = found.get(id) ?? {};
      return [id, {value: id, name, makeId, modelId}];
    }),
  );
};

/**
 * Names the values of a grouping. An entry that no list has is named by its id; a model is
 * `<id of the make>:<id of the model>`, and its name begins with that of its make.
 */
export const nameValues = async (
  client: Client,
  index: string,
  grouping: Grouping,
  values: readonly string[],
  signal: AbortSignal,
): Promise<Names> => {
  if (grouping.by !== 'entry') {
    return new Map(values.map(value => [value, {value, name: ownName(grouping, value)}]));
  }
  const {list} = grouping;
  if (values.length === 0) return new Map();
  if (list === 'variants') return await nameVariants(client, index, values, signal);
  const entries = values.map(value => {
    const [id = '', makeId] = value.split(':').reverse();
    const make = makeId === undefined ? [] : [{id: makeId, key: referenceKey('makes', {}, makeId)}];
    return {value, id, makeId, path: [...make, {id, key: referenceKey(list, {makeId}, id)}]};
  });
  const keys = new Set(entries.flatMap(({path}) => path.map(({key}) => key)));
  const found = await findByIds<string, ReferenceDocument>(client, index, [...keys], signal);
  return new Map(
    entries.map(({value, id, makeId, path}) => {
      const name = path.map(({id, key}) => found.get(key)?.name ?? id).join(' ');
      return [value, {value: id, name, makeId}];
    }),
  );
};
