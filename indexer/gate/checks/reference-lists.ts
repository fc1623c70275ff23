import {type ReferenceList, referenceLists} from '#mappings/reference-document.ts';
import {type Check, someOf} from '../check.ts';
import type {Population} from '../population.ts';

/** An extract with fewer vehicles may well lack a list; one with more has every list. */
const completeFrom = 1000;

const expected = (
  candidate: Population,
  live: Population | undefined,
): readonly ReferenceList[] => {
  if (live) return referenceLists.filter(list => (live.entries.get(list) ?? 0) > 0);
  return candidate.vehicles >= completeFrom ? referenceLists : [];
};

/** No list that has entries now is empty; on a first import of some size none is. */
export const checkReferenceLists = (candidate: Population, live: Population | undefined): Check => {
  const lists = expected(candidate, live);
  const empty = lists.filter(list => (candidate.entries.get(list) ?? 0) === 0);
  return {
    name: 'reference-lists',
    passed: empty.length === 0,
    found: empty.length === 0 ? `${lists.length} lists have entries` : `empty: ${someOf(empty)}`,
    limit: 'every list that is served has entries',
    advice: 'Look whether the register changed the elements that these lists are read from.',
  };
};
