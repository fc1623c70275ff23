import {whole} from '#core/command-line/figures.ts';
import type {ImportCounts} from '../write/counts.ts';
import {type Check, percent} from './check.ts';
import type {WithdrawnGeneration} from './indexer-state.ts';

type Live = {readonly version: string; readonly extractedAt: string | null};

type ExtractFacts = {
  readonly extractedAt: string | null;
  /** The version under which the same content was live earlier, and is not any more. */
  readonly liveBefore: string | undefined;
};

/** The extract is not older than the live one, by its time or because it was live earlier. */
export const checkAge = (
  {extractedAt, liveBefore}: ExtractFacts,
  live: Live | undefined,
): Check => {
  const age = {
    name: 'age',
    limit: live ? `not older than ${live.version}` : 'any age: no generation is live',
    advice: 'Fetch the newest extract.',
  } as const;
  if (live && liveBefore !== undefined) {
    const found = `the extract was live before as ${liveBefore}, and ${live.version} came after it`;
    return {...age, passed: false, found};
  }
  if (extractedAt === null) return {...age, passed: true, found: 'its time is unknown'};
  const made = `made at ${extractedAt}`;
  if (!live || live.extractedAt === null) return {...age, passed: true, found: made};
  return {
    ...age,
    passed: Date.parse(extractedAt) >= Date.parse(live.extractedAt),
    found: `${made}, and the live one at ${live.extractedAt}`,
  };
};

/** An extract that was rolled back does not go live again in the next scheduled run. */
export const checkWithdrawals = (
  contentSha256: string,
  withdrawals: readonly WithdrawnGeneration[],
): Check => {
  const withdrawn = withdrawals.find(each => each.contentSha256 === contentSha256);
  return {
    name: 'refusals',
    passed: withdrawn === undefined,
    found: withdrawn
      ? `the same extract was taken out of service as ${withdrawn.version} at ${withdrawn.at}: ${withdrawn.reason}`
      : 'never taken out of service',
    limit: 'not an extract that was rolled back',
    advice: 'Wait for the next extract.',
  };
};

const byReason = ({rejectsByReason}: ImportCounts): string =>
  Object.entries(rejectsByReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} ${whole(count)}`)
    .join(', ');

/** A few bad records are left out; an extract with many must not go live. */
export const checkRejects = (counts: ImportCounts, maxPercent: number): Check => {
  const {records, rejects} = counts;
  const reasons = rejects === 0 ? '' : `: ${byReason(counts)}`;
  return {
    name: 'rejects',
    passed: rejects * 100 <= records * maxPercent,
    found: `${whole(rejects)} of ${whole(records)} records (${percent(rejects, records)}) were rejected${reasons}`,
    limit: `at most ${maxPercent} % (GATE_MAX_REJECTS_PERCENT)`,
    advice: 'Check the list of rejected records: the register may have changed its format.',
  };
};

/** A limited import reads only a part of the extract. @param limit Records it read at most. */
export const checkWhole = (limit: number | undefined): Check => ({
  name: 'whole',
  passed: limit === undefined,
  found: limit === undefined ? 'all records' : `the first ${whole(limit)} records`,
  limit: 'all records of the extract',
  advice: 'Import it without --limit.',
});
