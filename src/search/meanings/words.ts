import type {Client} from '@elastic/elasticsearch';
import type {Filter} from '#core/domain/filter.ts';
import {type SearchName, searchNamesOf} from '#core/domain/search-name.ts';
import type {Bulkhead} from '../engine/bulkhead.ts';
import {withDeadline} from '../engine/deadline.ts';
import {searchIndex} from '../engine/requests.ts';
import type {Generation} from '../read-generation.ts';

/** More words than the register has for anything. */
const mostWords = 1_000;

/** All vehicles are read for them, once. A caller who cannot wait so long finds them the next time. */
const readWithinMs = 10_000;

type Aggregations = {readonly words: {readonly buckets: readonly {readonly key: string}[]}};

/** The words that the vehicles of a generation have in a member. */
export const liveWords = (
  client: Client,
  bound: Bulkhead,
  {vehiclesIndex}: Generation,
  member: string,
): Promise<readonly string[]> =>
  withDeadline(readWithinMs, undefined, async signal => {
    const aggs = {words: {terms: {field: member, size: mostWords}}};
    const {aggregations} = await bound(signal, () =>
      searchIndex<never, Aggregations>(
        client,
        vehiclesIndex,
        {size: 0, track_total_hits: false, aggs},
        signal,
        readWithinMs,
      ),
    );
    return aggregations?.words.buckets.map(({key}) => key) ?? [];
  });

/** The words that are known without any vehicle. */
export const ownWords = ({words = [], english = new Map()}: Filter): readonly string[] => [
  ...new Set<string>([...words, ...english.values()]),
];

/** Those of the words that the text means, without regard to case and accents, or says in Danish. */
export const wordsMeant = (
  sought: SearchName,
  {english = new Map()}: Filter,
  words: readonly string[],
): readonly string[] => {
  const isMeant = (word: string) => searchNamesOf(word).includes(sought);
  const translated = Array.from(english).flatMap(([danish, word]) => (isMeant(danish) ? word : []));
  return [...new Set([...words.filter(isMeant), ...translated])];
};
