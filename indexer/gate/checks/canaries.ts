import {type Check, someOf, whole} from '../check.ts';

/** Plates seen in the extract lead to the vehicles they were seen on. */
export const checkCanaries = (asked: number, lost: readonly string[]): Check => ({
  name: 'canaries',
  passed: lost.length === 0,
  found:
    `${whole(asked - lost.length)} of ${whole(asked)} plates lead to their vehicle` +
    (lost.length === 0 ? '' : `; not those of the vehicles ${someOf(lost)}`),
  limit: 'all of them (GATE_CANARIES says how many are asked)',
  advice: 'Import again; when it happens again, the indexer and the index disagree on plates.',
});
