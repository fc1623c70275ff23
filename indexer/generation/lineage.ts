import type {StoredGeneration} from './stored-generations.ts';

/**
 * The live generation and those that rolling back leads to, one after the other: each is the one
 * that the one before it replaced, as long as it is there.
 */
export const lineage = (stored: readonly StoredGeneration[]): readonly StoredGeneration[] => {
  const line: StoredGeneration[] = [];
  let next = stored.find(({isLive}) => isLive);
  while (next && !line.includes(next)) {
    line.push(next);
    const {previous} = next;
    next = stored.find(({version, isLeaving}) => version === previous && !isLeaving);
  }
  return line;
};

/** What was built to its end but is not live yet: newer than the live one, and never live itself. */
export const isHeld =
  (live: StoredGeneration | undefined) =>
  ({build, isSealed, isLeaving, previous}: StoredGeneration): boolean =>
    isSealed && !isLeaving && previous === undefined && build > (live?.build ?? 0);

/**
 * What pruning removes: all but the first `keep` of the lineage, what is held to go live later, what
 * a build may be filling at this moment, and what somebody else's alias points at. Nothing while no
 * generation is live: a person has to look first.
 */
export const prunable = (
  stored: readonly StoredGeneration[],
  keep: number,
): readonly StoredGeneration[] => {
  const kept = lineage(stored).slice(0, keep);
  const [live] = kept;
  if (!live) return [];
  const mayBeFilling = ({isSealed, isLeaving, build}: StoredGeneration) =>
    !isSealed && !isLeaving && build > live.build;
  return stored.filter(
    each =>
      !kept.includes(each) &&
      !isHeld(live)(each) &&
      !mayBeFilling(each) &&
      each.heldBy.length === 0,
  );
};
