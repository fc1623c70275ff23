import {randomFor} from '../random.ts';

/** Where a vehicle's further records stand in the extract, if it has any. */
export type Repeats = {
  /** Right behind the first record. */
  readonly isAdjacent: boolean;
  /** A good while later, among other vehicles' first records. */
  readonly isLater: boolean;
  /** In a dense run of nothing but repeats, far from the first record. */
  readonly isInBurst: boolean;
};

const no: Repeats = {isAdjacent: false, isLater: false, isInBurst: false};

/** 4.4 % of the vehicles have more records than one; one in a thousand has three. */
export const repeatsOf = (seed: number, vehicle: number): Repeats => {
  const place = randomFor(seed, vehicle, 'repeats').unit();
  if (place < 0.014) return {...no, isAdjacent: true};
  if (place < 0.028) return {...no, isLater: true};
  if (place < 0.043) return {...no, isInBurst: true};
  return place < 0.044 ? {...no, isAdjacent: true, isInBurst: true} : no;
};

export const isRepeated = (seed: number, vehicle: number): boolean => {
  const {isAdjacent, isLater, isInBurst} = repeatsOf(seed, vehicle);
  return isAdjacent || isLater || isInBurst;
};
