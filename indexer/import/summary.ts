import {whole} from '#core/command-line/figures.ts';
import {rate} from '../../core/command-line/progress.ts';
import {type Check, someOf} from '../generations/check.ts';
import {replacedSentence} from '../generations/flip.ts';
import {outermost} from '../read/unknown-elements.ts';
import type {ImportCounts} from '../write/counts.ts';
import type {AlreadyCurrent} from './known-extracts.ts';
import {importReport} from './report.ts';

/** The result of an import as `--json` prints it. */
export type ImportSummary = ImportCounts & {
  /** `promoted` and `already-current` are live, `held` waits for `promote`, `dry-run` left no trace. */
  readonly outcome: 'promoted' | 'held' | 'already-current' | 'dry-run';
  /** The generation that was built, or is current; null for a dry run. */
  readonly version: string | null;
  /** The version that has replaced it already, although it went live. */
  readonly replacedBy?: string;
  /** The number of records that the import was limited to; null without a limit. */
  readonly limit: number | null;
  readonly seconds: number;
  readonly vehiclesPerSecond: number;
  /** The checks of the gate; empty if none were made. */
  readonly checks: readonly Check[];
  /** Path of the list of rejected records; null when none were rejected, or the list could not be written whole. */
  readonly rejectsFile: string | null;
};

/** The result of an import without its duration. */
export type ImportResult = Omit<ImportSummary, 'seconds' | 'vehiclesPerSecond'>;

/** @param startedAt By `performance.now()`. */
export const summaryOf = (result: ImportResult, startedAt: number): ImportSummary => {
  const milliseconds = performance.now() - startedAt;
  const seconds = Math.round(milliseconds / 100) / 10;
  return {...result, seconds, vehiclesPerSecond: rate(result.vehicles, milliseconds)};
};

export const alreadyCurrent = ({version}: AlreadyCurrent): ImportResult => ({
  outcome: 'already-current',
  version,
  limit: null,
  checks: [],
  rejectsFile: null,
  ...importReport().counts(),
});

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${whole(count)}`)
    .join(', ') || 'none';

const heading = ({outcome, version, replacedBy, limit}: ImportSummary): string => {
  switch (outcome) {
    case 'promoted':
      return replacedBy === undefined
        ? `Live: ${version}`
        : replacedSentence(`${version}`, replacedBy);
    case 'already-current':
      return `Already current: ${version} holds the same extract and is live.`;
    case 'dry-run':
      return 'Dry run: nothing was written.';
    case 'held':
      return limit === null
        ? `Held: ${version}. "promote ${version}" puts it live.`
        : `Held: ${version}, of the first ${whole(limit)} records. For inspection only.`;
  }
};

/** The result of an import as text. */
export const importText = (summary: ImportSummary): string => {
  if (summary.outcome === 'already-current') return heading(summary);
  // Without an index, repeated vehicles are only recognized within a batch.
  const [most, least] = summary.outcome === 'dry-run' ? ['at most ', 'at least '] : ['', ''];
  const unknown = outermost(summary.unknownElements).map(
    ([path, records]) => `${path} ${whole(records)}`,
  );
  return [
    heading(summary),
    `  records    ${whole(summary.records)}`,
    `  vehicles   ${most}${whole(summary.vehicles)}`,
    `  repeats    ${least}${whole(summary.repeats)} records merged into existing vehicles`,
    `  rejected   ${whole(summary.rejects)} records: ${listed(summary.rejectsByReason)}`,
    ...(summary.rejectsFile === null ? [] : [`             listed in ${summary.rejectsFile}`]),
    `  set aside  unusable values: ${listed(summary.setAside)}`,
    ...(unknown.length === 0 ? [] : [`  unknown    elements: ${someOf(unknown)}`]),
    ...summary.checks.map(
      ({name, passed, found}) => `  ${passed ? 'passed' : 'FORCED'}     ${name}: ${found}`,
    ),
    `  time       ${summary.seconds} s, ${whole(summary.vehiclesPerSecond)} vehicles/s`,
  ].join('\n');
};
