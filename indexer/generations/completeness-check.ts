import {digits} from '#core/command-line/figures.ts';
import type {BuildMeta, Completeness} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {outermost} from '../read/unknown-elements.ts';
import type {ImportCounts} from '../write/import-report.ts';
import {percent, someOf, type Verdict} from './check.ts';

/** From this number of vehicles on, an extract has entries in every list, and every important member. */
export const completeFrom = 1000;

/** How many records have a member, and how many there are. */
type Share = {readonly filled: number; readonly records: number};

/**
 * By kind and member, each share beside the live one, with the number of values expected by that.
 * Vanished kinds are left out.
 */
const comparedShares = (candidate: Completeness, live: Completeness) => {
  const kinds = new Map(candidate.kinds.map(kind => [kind.id, kind]));
  const share = ({members}: Completeness, kind: Completeness['kinds'][number], member: string) => ({
    filled: kind.filled[members.indexOf(member)] ?? 0,
    records: kind.records,
  });
  const members = live.members.filter(member => candidate.members.includes(member));
  return live.kinds.flatMap(kind => {
    const found = kinds.get(kind.id);
    if (!found) return [];
    return members.map(member => {
      const [before, now] = [share(live, kind, member), share(candidate, found, member)];
      const expected = (before.filled / before.records) * now.records;
      return {kind: kind.name, member, before, now, expected};
    });
  });
};

type Compared = ReturnType<typeof comparedShares>[number];

/**
 * How many values chance can cost where the two extracts hold different vehicles: four standard
 * deviations of the difference of two binomial samples, with the share as Agresti and Coull estimate
 * it. Next to nothing in the register itself; in a small extract most of what is expected.
 */
const chance = ({before, now}: Compared): number => {
  const share = (before.filled + 2) / (before.records + 4);
  return 4 * Math.sqrt(share * (1 - share) * now.records * (1 + now.records / before.records));
};

const shareText = ({filled, records}: Share): string => percent(filled, records);

/** One text for each member, of the kind that lost most values; the member that lost most is the first. */
const byMember = (shares: readonly Compared[]): readonly string[] => {
  const lost = ({expected, now}: Compared) => expected - now.filled;
  const worstFirst = shares.toSorted((a, b) => lost(b) - lost(a));
  const members = Map.groupBy(worstFirst, ({member}) => member);
  return Array.from(members).flatMap(([member, [worst, ...others]]) => {
    if (!worst) return [];
    const [now, before] = [shareText(worst.now), shareText(worst.before)];
    const more = others.length === 1 ? ' and 1 more kind' : ` and ${others.length} more kinds`;
    const text = `${member} of ${worst.kind} (in ${now} of the records, in ${before} of the live ones)`;
    return others.length === 0 ? text : text + more;
  });
};

/** The counts of an extract that was read. */
type Reading = {
  readonly completeness: Completeness;
  readonly counts: Pick<ImportCounts, 'unknownElements'>;
};

const adviceFor = ({counts: {unknownElements}}: Reading): string => {
  const unknown = outermost(unknownElements).map(
    ([path, records]) => `${path} (${digits(records)} records)`,
  );
  return (
    'The register may have moved elements: docs/fields.md names the element of each member.' +
    (unknown.length === 0 ? '' : ` Unknown elements in this extract: ${someOf(unknown)}.`)
  );
};

const recordsIn = ({kinds}: Completeness): number =>
  kinds.reduce((sum, {records}) => sum + records, 0);

/** The members that no record has; of a small extract that says nothing. */
const missingFrom = (completeness: Completeness): readonly string[] => {
  const {members, kinds} = completeness;
  if (recordsIn(completeness) < completeFrom) return [];
  return members.filter((_, at) => kinds.every(({filled}) => filled[at] === 0));
};

/**
 * The register changes slowly; a member that is read from an element that it moved has no value any more.
 * Without a generation to compare with, no member is missing from an extract of some size. A generation
 * of another mapping version is not compared: its members may have meant something else.
 */
export const judgeCompleteness = (
  candidate: Reading,
  live: Pick<BuildMeta, 'mappingVersion' | 'completeness'> | undefined,
  minPercent: number,
): Verdict => {
  const {completeness} = candidate;
  const known = live?.mappingVersion === mappingVersion ? live.completeness : undefined;
  const fallen = (known ? comparedShares(completeness, known) : []).filter(
    share => share.now.filled < share.expected * (minPercent / 100) - chance(share),
  );
  const missing = new Set(missingFrom(completeness)).difference(
    new Set(known && missingFrom(known)),
  );
  const found =
    fallen.length > 0
      ? `fewer values: ${someOf(byMember(fallen))}`
      : missing.size > 0
        ? `no record has ${someOf([...missing])}`
        : `no member lost its values (${digits(recordsIn(completeness))} records)`;
  return {
    passed: fallen.length + missing.size === 0,
    found,
    limit: known
      ? `at least ${minPercent} % of the live share, less what chance explains (GATE_MIN_COMPLETENESS_PERCENT)`
      : `each member in an extract of ${digits(completeFrom)} records or more`,
    advice: adviceFor(candidate),
  };
};
