import type {Check} from '../gate/check.ts';
import type {ImportCounts} from '../progress/counts.ts';
import type {AlreadyCurrent} from './known-extracts.ts';
import {importReport} from './report.ts';

/** What an import says when it is done; the form of `--json`. */
export type ImportSummary = ImportCounts & {
  /** `promoted` and `already-current` are live, `held` waits for `promote`, `dry-run` left no trace. */
  readonly outcome: 'promoted' | 'held' | 'already-current' | 'dry-run';
  /** The generation it is about; null for a dry run. */
  readonly version: string | null;
  /** Only so many records were read, so that it goes live by force alone; null for all of them. */
  readonly limit: number | null;
  readonly seconds: number;
  readonly vehiclesPerSecond: number;
  /** What the gate found; empty where it was not asked. */
  readonly checks: readonly Check[];
  /** The list of rejected records; null when there is none. */
  readonly rejectsFile: string | null;
};

/** An import that is done, before it is known how long it took. */
export type ImportResult = Pick<
  ImportSummary,
  'outcome' | 'version' | 'limit' | 'checks' | 'rejectsFile'
> & {
  readonly counts: ImportCounts;
};

/** @param startedAt By `performance.now()`. */
export const summaryOf = ({counts, ...result}: ImportResult, startedAt: number): ImportSummary => {
  const milliseconds = performance.now() - startedAt;
  return {
    ...result,
    ...counts,
    seconds: Math.round(milliseconds / 100) / 10,
    vehiclesPerSecond: Math.round((counts.vehicles * 1000) / milliseconds),
  };
};

export const alreadyCurrent = ({version}: AlreadyCurrent): ImportResult => ({
  outcome: 'already-current',
  version,
  limit: null,
  checks: [],
  counts: importReport().counts(),
  rejectsFile: null,
});

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const heading = ({outcome, version, limit}: ImportSummary): string => {
  switch (outcome) {
    case 'promoted':
      return `Live: ${version}`;
    case 'already-current':
      return `Already current: ${version} holds this very extract, and is live.`;
    case 'dry-run':
      return 'Nothing was written. As far as can be told without an index:';
    case 'held':
      return limit === null
        ? `Held: ${version}. "promote ${version}" puts it live.`
        : `Held: ${version}, of the first ${limit} records. It is for looking at.`;
  }
};

/** The summary of an import as people read it. */
export const importText = (summary: ImportSummary): string => {
  if (summary.outcome === 'already-current') return heading(summary);
  // Without an index a vehicle is known again only while its records lie close together.
  const [most, least] = summary.outcome === 'dry-run' ? ['at most ', 'at least '] : ['', ''];
  return [
    heading(summary),
    `  records    ${summary.records}`,
    `  vehicles   ${most}${summary.vehicles}`,
    `  repeats    ${least}${summary.repeats} records folded into a vehicle that was there`,
    `  rejected   ${summary.rejects} records: ${listed(summary.rejectsByReason)}`,
    ...(summary.rejectsFile === null ? [] : [`             listed in ${summary.rejectsFile}`]),
    `  set aside  values that could not be used: ${listed(summary.setAside)}`,
    ...summary.checks.map(
      ({name, passed, found}) => `  ${passed ? 'passed' : 'FORCED'}     ${name}: ${found}`,
    ),
    `  time       ${summary.seconds} s, ${summary.vehiclesPerSecond} vehicles/s`,
  ].join('\n');
};
