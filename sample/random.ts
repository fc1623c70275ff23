import {xoroshiro128plusFromState} from 'pure-rand/generator/xoroshiro128plus';
import type {RandomGenerator} from 'pure-rand/types/RandomGenerator';

type Word<Line extends string> = Line extends `${infer First} ${infer Rest}`
  ? First | Word<Rest>
  : Line;

/** The words of some lines, which their type lists. */
export const wordsOf = <const Line extends string>(...lines: readonly Line[]) =>
  lines.flatMap(line => line.split(' ') as Word<Line>[]);

/**
 * The parts of a vehicle that are drawn separately: each can be derived without the others. A draw depends
 * on the place in this list. `snapshot` means the differences between the records of one vehicle.
 */
const aspects = wordsOf(
  'repeats life ident vin vinStyle plate plateStyle predecessor spelling fuel designation',
  'appearance technical engine odometer environment equipment inspection permits leasing record',
  'snapshot unmeasured usage preparation',
);

/** The finalizer of MurmurHash3: every bit of `word` reaches every bit of the result. */
const mixed = (hash: number, word: number): number => {
  const a = Math.imul(hash ^ word ^ ((hash ^ word) >>> 16), 0x85ebca6b);
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return b ^ (b >>> 16);
};

/** One number of a fixed, well-spread sequence: for names and ids that follow from a number. */
export const hashOf = (number: number, salt: number): number => mixed(mixed(salt, 1), number) >>> 0;

/** Draws from one generator; each draw advances it. */
export class Random {
  readonly #generator: RandomGenerator;

  constructor(generator: RandomGenerator) {
    this.#generator = generator;
  }

  /** A number from 0, less than 1. */
  unit(): number {
    return (this.#generator.next() >>> 0) / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** A whole number from 0, less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** A whole number, including both ends. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** The value with this probability, otherwise undefined. */
  maybe<Value>(probability: number, value: Value): Value | undefined {
    return this.chance(probability) ? value : undefined;
  }

  /** A rank below `count`; rank r has a probability proportional to 1 / (r + 1) (Zipf's law). */
  rank(count: number): number {
    return Math.floor((count + 1) ** this.unit()) - 1;
  }

  /** A value of a list that is not empty. */
  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }
}

/** A vehicle of the sample with this seed; the first has the number 0. */
export type VehicleKey = {readonly seed: number; readonly number: number};

/** Gives the same numbers for the same seed, vehicle and aspect, whatever was drawn before. */
export const randomFor = ({seed, number}: VehicleKey, aspect: (typeof aspects)[number]): Random => {
  const place = aspects.indexOf(aspect) + 1;
  const first = mixed(mixed(mixed(mixed(seed, 0), place), number), 1);
  const second = mixed(first, 2);
  const third = mixed(second, 3);
  return new Random(xoroshiro128plusFromState([first, second, third, mixed(third, 4)]));
};

export type Draw<Value> = (random: Random) => Value;

/** Draws a value in proportion to its weight; weights are relative. */
export const weighted = <Value>(
  entries: readonly (readonly [value: Value, weight: number])[],
): Draw<Value> => {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let sum = 0;
  const steps = entries.map(([value, weight]) => {
    sum += weight;
    return {value, limit: sum / total};
  });
  return random => {
    const at = random.unit();
    // The last limit is 1, more than any draw.
    return (steps.find(({limit}) => at < limit) as (typeof steps)[number]).value;
  };
};
