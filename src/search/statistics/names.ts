import type {Client} from '@elastic/elasticsearch';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {Grouping} from '#core/domain/vehicle-statistics.ts';
import {
  type ReferenceDocument,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {findByIds} from '../engine/requests.ts';

/** A value of a grouping as it is answered. */
export type NamedValue = {
  readonly value: string;
  readonly name: string;
  /** Of a model. */
  readonly makeId?: string;
};

/** The id of an entry and its parents; the value of a model is `<id of the make>:<id of the model>`. */
const entryOf = (
  list: string,
  value: string,
  {makeId, modelId}: VehicleFilter,
): {readonly id: string; readonly parents: ReferenceParents} => {
  if (list === 'models') {
    const [make = '', id = ''] = value.split(':');
    return {id, parents: {makeId: make}};
  }
  if (list === 'variants')
    return {id: value, parents: {makeId: makeId ?? '', modelId: modelId ?? ''}};
  return {id: value, parents: {}};
};

const monthName = new Intl.DateTimeFormat('en', {month: 'long', year: 'numeric', timeZone: 'UTC'});

/** The name of a value that needs no list. */
const ownName = (grouping: Grouping, value: string): string => {
  switch (grouping.by) {
    case 'flag':
      return grouping.names[value === 'true' ? 0 : 1];
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

/** Names the values of a grouping. An entry that no list has any more is named by its id. */
export const nameValues = async (
  client: Client,
  referencesIndex: string,
  grouping: Grouping,
  values: readonly string[],
  filter: VehicleFilter,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NamedValue>> => {
  if (grouping.by !== 'entry') {
    return new Map(values.map(value => [value, {value, name: ownName(grouping, value)}]));
  }
  const {list} = grouping;
  const entries = values.map(value => ({value, ...entryOf(list, value, filter)}));
  const keysOf = ({id, parents}: (typeof entries)[number]) => ({
    own: referenceKey(list, parents, id),
    make: list === 'models' ? referenceKey('makes', {}, parents.makeId ?? '') : undefined,
  });
  const keys = entries.map(keysOf).flatMap(({own, make}) => (make ? [own, make] : [own]));
  const found = await findByIds<string, ReferenceDocument>(
    client,
    referencesIndex,
    [...new Set(keys)],
    signal,
  );
  return new Map(
    entries.map(entry => {
      const {value, id, parents} = entry;
      const {own, make} = keysOf(entry);
      const name = found.get(own)?.name ?? id;
      if (make === undefined) return [value, {value: id, name}];
      const {makeId = ''} = parents;
      const ofMake = found.get(make)?.name ?? makeId;
      return [value, {value: id, name: `${ofMake} ${name}`, makeId}];
    }),
  );
};
