import {extractDay, type Period} from '../dates.ts';
import {randomFor} from '../random.ts';
import type {Life} from './life.ts';
import {isRepeated} from './repeats.ts';

const years = 365;

/**
 * The lease a record was written for. It is what most repeated records differ by: every record of a
 * vehicle has another one, the later records the later leases.
 */
export const leaseOf = (
  seed: number,
  vehicle: number,
  snapshot: number,
  life: Life,
): Period | undefined => {
  const random = randomFor(seed, vehicle, 'leasing');
  if (!random.chance(isRepeated(seed, vehicle) ? 0.95 : 0.05)) return undefined;

  const start = Math.min(life.firstRegistered + random.below(2 * years), extractDay - 1);
  const from = start + snapshot * (3 * years + 1);
  return {from, until: from + 3 * years};
};
