import {randomFor} from '../../random.ts';
import type {Traits} from '../traits.ts';

/**
 * The reading on both the engine and the inspection: in thousands of kilometres, but for half a
 * percent in kilometres, and now and then nonsense.
 */
export const odometerOf = (seed: number, vehicle: number, {year}: Traits): number => {
  const random = randomFor(seed, vehicle, 'odometer');
  const style = random.unit();
  if (style < 0.0002) return 99_999_999_999;
  const thousands = Math.min(990, Math.floor((2027 - year) * random.between(2, 22)));
  return style < 0.0052 ? thousands * 1000 + random.below(1000) : thousands;
};
