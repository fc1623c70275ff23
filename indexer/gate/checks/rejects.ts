import type {ImportCounts} from '../../progress/counts.ts';
import {type Check, percent, whole} from '../check.ts';

const byReason = ({rejectsByReason}: ImportCounts): string =>
  Object.entries(rejectsByReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} ${whole(count)}`)
    .join(', ');

/** A few bad records are left out; an extract that is bad throughout is not to be served. */
export const checkRejects = (counts: ImportCounts, maxPercent: number): Check => {
  const {records, rejects} = counts;
  const reasons = rejects === 0 ? '' : `: ${byReason(counts)}`;
  return {
    name: 'rejects',
    passed: rejects * 100 <= records * maxPercent,
    found: `${whole(rejects)} of ${whole(records)} records (${percent(rejects, records)}) were rejected${reasons}`,
    limit: `at most ${maxPercent} % (GATE_MAX_REJECTS_PERCENT)`,
    advice: 'Look at the list of rejected records: the register may have changed its format.',
  };
};
