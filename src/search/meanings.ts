import type {Client, estypes} from '@elastic/elasticsearch';
import {everydayKinds} from '#core/domain/english.ts';
import type {Filter} from '#core/domain/filter.ts';
import {type SearchName, searchNamesOf, toSearchName} from '#core/domain/search-name.ts';
import {
  type FilterFault,
  FilterFaults,
  type FilterName,
  filterNames,
  maxNamesakes,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';
import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import {type Clauses, equal, equalIfGiven} from './clauses.ts';
import {findDocuments, searchIndex} from './engine/requests.ts';
import {cache, digest, withDeadline} from './engine/while-wanted.ts';
import type {LiveGeneration} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';

/** The entries of a list in a generation that a filter can mean: those under the makes and models it asks for. */
type Scope = {
  readonly generation: LiveGeneration;
  readonly list: ReferenceList;
  readonly parents: Clauses;
  /** The account whose turn it takes; undefined if the request has taken its turn before. */
  readonly accountId: string | undefined;
};

/** Maximum number of names that are compared with an unknown one. */
const mostSimilar = 100;

/** More words than the register has for anything. */
const mostWords = 1_000;

/** The words of a member are read from all vehicles, once. A caller that cannot wait finds them the next time. */
const readWithinMs = 10_000;

type Aggregations = {readonly words: {readonly buckets: readonly {readonly key: string}[]}};

/** The values to search for, or what is wrong. */
type Meaning = readonly string[] | Omit<FilterFault, 'filter'>;

type Value = string | readonly string[] | undefined;

/** Maximum number of cached words and values of names. */
const cachedValues = 100_000;

/** A model is searched for as `<id of the make>:<id of the model>`. */
const idIn = (model: string): string => model.slice(model.indexOf(':') + 1);

/** The clauses for entries under the makes and models of a filter, whose names have been replaced by values already. */
const parentsIn = (
  {makeId, makeIds, make, modelId, model}: VehicleFilter,
  list: Filter['list'],
) => {
  const makes = [makeId, makeIds, make].flatMap(each => equalIfGiven('makeId', each));
  if (list === 'models') return makes;
  if (list !== 'variants') return [];
  const models = [modelId, model && [model].flat().map(idIn)];
  return [...makes, ...models.flatMap(each => equalIfGiven('modelId', each))];
};

/** The words that the text means, ignoring case and accents, in English or Danish. */
const wordsMeant = (
  sought: SearchName,
  {english = new Map()}: Filter,
  words: readonly string[],
): readonly string[] => {
  const isMeant = (word: string) => searchNamesOf(word).includes(sought);
  const translated = Array.from(english).flatMap(([danish, word]) => (isMeant(danish) ? word : []));
  return [...new Set([...words.filter(isMeant), ...translated])];
};

const emptyRanges = (filter: VehicleFilter): readonly FilterFault[] =>
  filterNames.flatMap(name => {
    const {comparison, member}: Filter = vehicleFilters[name];
    if (comparison !== 'atLeast') return [];
    const upper = filterNames.find(
      other =>
        vehicleFilters[other].member === member && vehicleFilters[other].comparison === 'atMost',
    );
    const [least, most] = [filter[name], upper && filter[upper]];
    if (upper === undefined || least === undefined || most === undefined || least <= most)
      return [];
    return {filter: name, sent: String(least), rule: 'RangeEmpty', known: [upper]};
  });

/** The filters by words, names and ids, whose meaning depends on the generation; those of parents come first. */
const meaningful = filterNames.filter(name => {
  const {type, list}: Filter = vehicleFilters[name];
  return type === 'word' || list !== undefined;
});

/**
 * Finds what the words and names of a filter mean in a generation. Throws `FilterFaults` for one that means
 * nothing and, if it is strict, for an id that no list has or a range that is empty. A generation is asked once
 * for each word and name.
 */
export const meanings = (client: Client, {limiters}: LiveQueries) => {
  const sizeOf = (found: readonly string[]) => 1 + found.length;
  const values = cache<readonly string[]>('meanings', cachedValues, sizeOf);
  const [counting, listing] = [limiters.of('totals'), limiters.of('lists')];

  /** Finds entries of a reference list by their names. */
  const find = async (
    {generation: {referencesIndex}, list, parents, accountId}: Scope,
    wanted: estypes.QueryDslQueryContainer,
    request: {readonly size: number; readonly collapse?: {readonly field: string}},
    signal: AbortSignal,
  ) => {
    const query = {bool: {filter: [equal('list', list), ...parents], must: [wanted]}};
    const asked = {...request, query};
    const entries = () => findDocuments<ReferenceDocument>(client, referencesIndex, asked, signal);
    return await listing(signal, entries, accountId);
  };

  /** Names, in either language, that differ from this one by a letter or two, or share a part with it. */
  const similarNames = async (scope: Scope, name: SearchName, signal: AbortSignal) => {
    const similar = [
      {fuzzy: {searchNames: {value: name, fuzziness: 'AUTO'}}},
      {wildcard: {searchNames: {value: `*${name.replaceAll(/[*?\\]/g, '\\$&')}*`}}},
      {terms: {searchNames: name.split(' ')}},
    ];
    const request = {size: mostSimilar, collapse: {field: 'name'}};
    const found = await find(scope, {bool: {should: similar}}, request, signal);
    return found.flatMap(({name, originalName}) => (originalName ? [name, originalName] : [name]));
  };

  /** The words that occur in a member of the vehicles of a generation. */
  const liveWords = ({vehiclesIndex}: LiveGeneration, member: string) =>
    withDeadline(readWithinMs, undefined, async signal => {
      const aggs = {words: {terms: {field: member, size: mostWords}}};
      const request = {size: 0, track_total_hits: false, aggs};
      const {aggregations} = await counting(signal, () =>
        searchIndex<never, Aggregations>(client, vehiclesIndex, request, signal, readWithinMs),
      );
      return aggregations?.words.buckets.map(({key}) => key) ?? [];
    });

  const ofWord = async (
    generation: LiveGeneration,
    each: Filter,
    sent: string,
  ): Promise<Meaning> => {
    const sought = toSearchName(sent);
    const {member, words = [], english = new Map()} = each;
    const listed = each.words ? wordsMeant(sought, each, words) : [];
    if (listed.length > 0) return listed;
    const read = () => liveWords(generation, member);
    const live = await values(`${generation.version} ${member}`, read);
    const known = [...new Set([...words, ...english.values(), ...live])];
    const meant = wordsMeant(sought, each, known);
    return meant.length > 0 ? meant : {sent, rule: 'WordUnknown', known};
  };

  const ofName = async (scope: Scope, sent: string, signal: AbortSignal): Promise<Meaning> => {
    const {generation, list, parents} = scope;
    const name = toSearchName(sent);
    const everyday = list === 'kinds' ? (everydayKinds.get(name) ?? []) : [];
    const sought = [name, ...everyday.map(toSearchName)];
    const key = digest(generation.version, list, parents, name);
    const read = async (reading: AbortSignal) => {
      // One more than a name may mean, to notice if there are too many.
      const size = maxNamesakes + 1;
      const found = await find(scope, {terms: {searchNames: sought}}, {size}, reading);
      return found.map(({id, makeId}) => (list === 'models' ? `${makeId}:${id}` : id));
    };
    const found = await values(key, read, signal);
    if (found.length > maxNamesakes) return {sent, rule: 'NameTooCommon', known: []};
    if (found.length > 0) return [...new Set(found)];
    const known = await similarNames(scope, name, signal);
    return {sent, rule: 'NameUnknown', known, hasParents: parents.length > 0};
  };

  const ofIds = async (
    scope: Scope,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<Meaning | undefined> => {
    const request = {size: ids.length, collapse: {field: 'id'}};
    const found = await find(scope, {terms: {id: [...ids]}}, request, signal);
    const absent = ids.filter(id => !found.some(entry => BigInt(entry.id) === BigInt(id)));
    if (absent.length === 0) return undefined;
    const hasParents = scope.parents.length > 0;
    return {sent: absent.join(', '), rule: 'IdUnknown', known: [], hasParents};
  };

  return async (
    generation: LiveGeneration,
    filter: VehicleFilter,
    isStrict: boolean | undefined,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<VehicleFilter> => {
    const faults = isStrict ? [...emptyRanges(filter)] : [];
    const meant: {-readonly [Name in FilterName]?: unknown} = {...filter};
    for (const name of meaningful) {
      const value = filter[name] as Value;
      if (value === undefined) continue;
      const each: Filter = vehicleFilters[name];
      const {type, list} = each;
      const sent = [value].flat();
      const meaningOf = async () => {
        if (list === undefined) return await ofWord(generation, each, sent.join());
        const parents = parentsIn(meant as VehicleFilter, list);
        const scope = {generation, list, parents, accountId};
        if (type === 'name') return await ofName(scope, sent.join(), signal);
        return isStrict ? await ofIds(scope, sent, signal) : undefined;
      };
      const meaning = await meaningOf();
      if (meaning === undefined) continue;
      if ('rule' in meaning) faults.push({filter: name, ...meaning});
      // What is wrong must not make the names below it wrong, too.
      meant[name] = 'rule' in meaning ? undefined : meaning;
    }
    if (faults.length > 0) throw new FilterFaults(generation.version, faults);
    return meant as VehicleFilter;
  };
};

export type Meanings = ReturnType<typeof meanings>;
