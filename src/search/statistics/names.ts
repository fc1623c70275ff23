import type {Client} from '@elastic/elasticsearch';
import type {Grouping} from '#core/domain/vehicle-statistics.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  referenceKey,
} from '#mappings/reference-document.ts';
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

/** Reads entries of the reference lists. */
type Entries = {
  readonly byKeys: (keys: readonly string[]) => Promise<ReadonlyMap<string, ReferenceDocument>>;
  /** All variants with these ids, under any model. */
  readonly variants: (ids: readonly string[]) => Promise<readonly ReferenceDocument[]>;
};

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

/** An entry that no list has is named by its id. */
const nameEntries = async (
  list: ReferenceList,
  values: readonly string[],
  {byKeys}: Entries,
): Promise<Names> => {
  const found = await byKeys(values.map(id => referenceKey(list, {}, id)));
  return new Map(
    values.map(id => {
      const name = found.get(referenceKey(list, {}, id))?.name ?? id;
      return [id, {value: id, name}];
    }),
  );
};

/** Models, by `<id of the make>:<id of the model>`: their names begin with those of their makes. */
const nameModels = async (values: readonly string[], {byKeys}: Entries): Promise<Names> => {
  const models = values.map(value => {
    const [makeId = '', id = ''] = value.split(':');
    const keys = [referenceKey('makes', {}, makeId), referenceKey('models', {makeId}, id)] as const;
    return {value, makeId, id, keys};
  });
  const found = await byKeys([...new Set(models.flatMap(({keys}) => keys))]);
  return new Map(
    models.map(({value, makeId, id, keys: [make, model]}) => {
      const name = `${found.get(make)?.name ?? makeId} ${found.get(model)?.name ?? id}`;
      return [value, {value: id, name, makeId}];
    }),
  );
};

const nameVariants = async (ids: readonly string[], {variants}: Entries): Promise<Names> => {
  const found = new Map((await variants(ids)).map(entry => [entry.id, entry]));
  return new Map(
    ids.map(id => {
      const {name = id, makeId, modelId} = found.get(id) ?? {};
      return [id, {value: id, name, makeId, modelId}];
    }),
  );
};

/** Variants of one id are under one model, as far as is known: there is room for as many as asked for. */
const entriesIn = (client: Client, index: string, signal: AbortSignal): Entries => ({
  byKeys: keys => findByIds<string, ReferenceDocument>(client, index, keys, signal),
  variants: async ids => {
    const query = {bool: {filter: [{term: {list: 'variants'}}, {terms: {id: [...ids]}}]}};
    const request = {query, size: ids.length, track_total_hits: false};
    return documentsOf(await searchIndex<ReferenceDocument>(client, index, request, signal));
  },
});

/** Names the values of a grouping. */
export const nameValues = async (
  client: Client,
  referencesIndex: string,
  grouping: Grouping,
  values: readonly string[],
  signal: AbortSignal,
): Promise<Names> => {
  if (grouping.by !== 'entry') {
    return new Map(values.map(value => [value, {value, name: ownName(grouping, value)}]));
  }
  const entries = entriesIn(client, referencesIndex, signal);
  if (values.length === 0) return new Map();
  if (grouping.list === 'models') return await nameModels(values, entries);
  if (grouping.list === 'variants') return await nameVariants(values, entries);
  return await nameEntries(grouping.list, values, entries);
};
