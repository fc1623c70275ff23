import {digits} from '#core/command-line/figures.ts';
import {type ChangeKind, changeKindNames} from '#core/domain/vehicle-changes.ts';
import type {Release} from '#mappings/release.ts';
import {percent, someOf, type Verdict} from './check.ts';
import {completeFrom} from './completeness-check.ts';

/**
 * How many percent of the vehicles change in a busy week, until enough imports tell. Nothing is published by kind:
 * these are bounds for a register of 14 million vehicles, two in five registered, of which 1 to 2 % change in a week,
 * most of them by an inspection, a sale, a registration or a deregistration. What hardly ever changes has a tenth.
 */
const busyWeek: Readonly<Record<ChangeKind, number>> = {
  Added: 0.5,
  Removed: 0.3,
  Registered: 0.5,
  Deregistered: 0.5,
  StatusChanged: 1.5,
  Replated: 0.3,
  Inspected: 1,
  InspectionCorrected: 0.2,
  OdometerLower: 0.1,
  OdometerChanged: 1.2,
  UsageChanged: 0.3,
  ColorChanged: 0.2,
  LeasingChanged: 0.5,
  Reclassified: 0.2,
  IdentityChanged: 0.1,
  TechnicalChanged: 1,
};

/** Imports that are compared with, and how many of them tell what is usual. */
const [mostImports, enoughImports] = [8, 4];

/** On top of that, for kinds that are rare and registers that are small: percent of the vehicles, and vehicles. */
const [morePercent, moreVehicles] = [0.2, 10];

type Flip = Pick<
  Release,
  'serial' | 'cause' | 'extractedAt' | 'releasedAt' | 'vehicleCount' | 'changedVehicles' | 'changes'
>;

const day = 86_400_000;

const madeAt = ({extractedAt, releasedAt}: Flip): number => Date.parse(extractedAt ?? releasedAt);

const daysBetween = (one: Flip, other: Flip): number => Math.abs(madeAt(one) - madeAt(other)) / day;

/** At least one: an extract of the next day can hold what is usual for a week. */
const weeksBetween = (one: Flip, other: Flip): number => Math.max(1, daysBetween(one, other) / 7);

/** The newest imports of another day than the extract before, with the weeks between both. */
const lastImports = (releases: readonly Flip[]) =>
  releases
    .toSorted((a, b) => b.serial - a.serial)
    .flatMap(release => {
      const before = releases.find(({serial}) => serial === release.serial - 1);
      const isComparable = release.cause === 'Import' && release.changedVehicles !== null;
      if (!before || !isComparable || daysBetween(before, release) < 1) return [];
      return [{release, weeks: weeksBetween(before, release)}];
    })
    .slice(0, mostImports);

/** The percentage of the vehicles that changes of a kind have in a busy week. */
const usualPercent = (imports: ReturnType<typeof lastImports>, kind: ChangeKind): number => {
  const seen = imports.map(
    ({release: {changes, vehicleCount}, weeks}) =>
      ((changes[kind] ?? 0) / Math.max(1, vehicleCount) / weeks) * 100,
  );
  return Math.max(...seen, imports.length < enoughImports ? busyWeek[kind] : 0);
};

export type ChangeFigures = {
  /** The one that is to go live. */
  readonly release: Flip;
  /** Those before it, in any order; the newest of them is live. */
  readonly releases: readonly Flip[];
  /** The number of live vehicles. */
  readonly vehicles: number;
  readonly factor: number;
};

/**
 * The register changes little from week to week. Of each kind, there are not many times as many changes as in the
 * busiest of the last imports, by the week: one that an operator forced counts as well, so the next like it passes.
 */
export const judgeChanges = (figures: ChangeFigures): Verdict | undefined => {
  const {release, releases, vehicles, factor} = figures;
  const live = releases.find(({serial}) => serial === release.serial - 1);
  if (!live || release.changedVehicles === null || vehicles < completeFrom) return undefined;
  const weeks = weeksBetween(live, release);
  const imports = lastImports(releases);
  const found = changeKindNames
    .map(kind => {
      const usual = usualPercent(imports, kind) * weeks;
      const share = (usual * factor + morePercent) / 100;
      const limit = Math.round(share * vehicles) + moreVehicles;
      return {kind, count: release.changes[kind] ?? 0, usual, limit};
    })
    .toSorted((a, b) => b.count / b.limit - a.count / a.limit);
  const tooMany = found.filter(({count, limit}) => count > limit);
  const texts = (tooMany.length > 0 ? tooMany : found.slice(0, 1)).map(
    ({kind, count, usual, limit}) =>
      `${kind} ${digits(count)} (${percent(count, vehicles)} of the live vehicles, usually up to ` +
      `${usual.toFixed(2)} %, limit ${percent(limit, vehicles)})`,
  );
  const span = weeks < 1.5 ? '' : ` in ${weeks.toFixed(1)} weeks`;
  const usually =
    imports.length < enoughImports
      ? 'of a busy week of the register'
      : `of the busiest of the last ${imports.length} imports`;
  return {
    passed: tooMany.length === 0,
    found: `${tooMany.length > 0 ? 'too many changes' : 'closest to its limit'}${span}: ${someOf(texts)}`,
    limit: `of each kind, ${factor} times those ${usually} (GATE_MAX_CHANGES_FACTOR), and ${morePercent} % more`,
    advice:
      'Compare some vehicles of the extract with the live ones and the register: it may have corrected them, or a value is in another place.',
  };
};
