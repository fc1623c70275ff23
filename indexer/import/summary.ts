import type {Check} from '../gate/check.ts';
import type {ImportCounts} from '../progress/counts.ts';

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

type Told = Pick<ImportSummary, 'outcome' | 'version' | 'limit' | 'checks' | 'rejectsFile'> & {
  readonly counts: ImportCounts;
};

/** @param since When the import began, by `performance.now()`. */
export const summaryOf = ({counts, ...told}: Told, since: number): ImportSummary => {
  const milliseconds = performance.now() - since;
  return {
    ...told,
    ...counts,
    seconds: Math.round(milliseconds / 100) / 10,
    vehiclesPerSecond: Math.round((counts.vehicles * 1000) / milliseconds),
  };
};
