import type {BuildMeta, Completeness} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {ImportCounts} from '../progress/counts.ts';
import {type Check, percent, someOf, whole} from './check.ts';
import {completeFrom} from './population-checks.ts';

/**
 * A share is compared if this many live records have the member, and as many are expected in the extract:
 * with fewer, chance alone can cost a tenth. Among synthetic extracts of different seeds and sizes, the
 * largest loss was 11 % with 500 and 8 % with 1,000.
 */
const leastFilled = 1000;

/** How many records of a kind have a member. */
type Share = {
  readonly kindId: string;
  readonly kind: string;
  readonly member: string;
  readonly filled: number;
  readonly records: number;
};

const sharesOf = ({members, kinds}: Completeness): readonly Share[] =>
  kinds.flatMap(({id, name, records, filled}) =>
    members.map((member, at) => ({
      kindId: id,
      kind: name,
      member,
      filled: filled[at] ?? 0,
      records,
    })),
  );

const keyOf = ({kindId, member}: Share): string => `${kindId} ${member}`;

/** Each share beside the live one, with the number of values expected by that. Vanished kinds are left out. */
const comparedShares = (candidate: Completeness, live: Completeness) => {
  const found = new Map(sharesOf(candidate).map(share => [keyOf(share), share]));
  return sharesOf(live).flatMap(before => {
    const now = found.get(keyOf(before));
    const expected = now ? (before.filled / before.records) * now.records : 0;
    if (!now || Math.min(before.filled, expected) < leastFilled) return [];
    return [{before, now, expected}];
  });
};

type Compared = ReturnType<typeof comparedShares>[number];

const shareText = ({filled, records}: Share): string => percent(filled, records);

/** One text for each member, of the kind that lost most values; the member that lost most is the first. */
const byMember = (shares: readonly Compared[]): readonly string[] => {
  const lost = ({expected, now}: Compared) => expected - now.filled;
  const worstFirst = shares.toSorted((a, b) => lost(b) - lost(a));
  const members = Map.groupBy(worstFirst, ({before}) => before.member);
  return Array.from(members).flatMap(([member, [worst, ...others]]) => {
    if (!worst) return [];
    const [now, before] = [shareText(worst.now), shareText(worst.before)];
    const more = others.length === 1 ? ' and 1 more kind' : ` and ${others.length} more kinds`;
    const text = `${member} of ${worst.before.kind} (in ${now} of the records, in ${before} of the live ones)`;
    return others.length === 0 ? text : text + more;
  });
};

/** The counts of an extract that was read. */
type Reading = {
  readonly completeness: Completeness;
  readonly counts: Pick<ImportCounts, 'unknownElements'>;
};

const name = 'completeness';

const adviceFor = ({counts: {unknownElements}}: Reading): string => {
  const unknown = Object.entries(unknownElements).map(
    ([path, records]) => `${path} (${whole(records)} records)`,
  );
  return (
    'The register may have moved elements: docs/fields.md names the element of each member.' +
    (unknown.length === 0 ? '' : ` Unknown elements in this extract: ${someOf(unknown)}.`)
  );
};

/** While there is nothing to compare with, no important member is missing from all records. */
const checkOccurrence = (reading: Reading): Check => {
  const {members, kinds} = reading.completeness;
  const advice = adviceFor(reading);
  const records = kinds.reduce((sum, kind) => sum + kind.records, 0);
  const missing = members.filter((_, at) => kinds.every(({filled}) => filled[at] === 0));
  const limit = `each member in an extract of ${whole(completeFrom)} records or more`;
  if (records < completeFrom) {
    return {name, passed: true, found: `${whole(records)} records, too few to tell`, limit, advice};
  }
  return {
    name,
    passed: missing.length === 0,
    found:
      missing.length === 0
        ? `each of ${members.length} members occurs`
        : `no record has ${someOf(missing)}`,
    limit,
    advice,
  };
};

/**
 * Of each kind, the important members have a value about as often as in the live generation. The register
 * changes slowly; a member that is read from an element that it moved has none any more.
 *
 * A generation of another mapping version is not compared: its members may have meant something else.
 */
export const checkCompleteness = (
  candidate: Reading,
  live: Pick<BuildMeta, 'mappingVersion' | 'completeness'> | undefined,
  minPercent: number,
): Check => {
  const known = live?.mappingVersion === mappingVersion ? live.completeness : undefined;
  const compared = known ? comparedShares(candidate.completeness, known) : [];
  if (compared.length === 0) return checkOccurrence(candidate);
  const fallen = compared.filter(({now, expected}) => now.filled * 100 < expected * minPercent);
  const members = new Set(compared.map(({before}) => before.member));
  return {
    name,
    passed: fallen.length === 0,
    found:
      fallen.length === 0
        ? `no member has fewer values (${members.size} of ${candidate.completeness.members.length} compared)`
        : `fewer values: ${someOf(byMember(fallen))}`,
    limit: `at least ${minPercent} % of the live share (GATE_MIN_COMPLETENESS_PERCENT)`,
    advice: adviceFor(candidate),
  };
};
