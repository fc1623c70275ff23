import {yearOf} from '../dates.ts';
import {type Random, randomFor} from '../random.ts';
import type {Life} from './life.ts';

const letters = [...'ABCDEHJKLMNPRSTUVXYZ'];
const words = 'BØLGE HAVET ÆBLE ÅSEN RØD MIN SKOV KÆR GØG TUR ØRN Ø'.split(' ');

/** Two letters and four digits, where others have five. */
export const hasShortPlate = ({kind}: Life): boolean =>
  kind.family === 'trailer' || kind.family === 'moped';

export const isPersonalised = (seed: number, vehicle: number, life: Life): boolean =>
  !hasShortPlate(life) && randomFor(seed, vehicle, 'plateStyle').chance(0.005);

/** A word and what fits behind it: two to seven characters in all. */
const personalPlate = (random: Random): string => {
  const word = random.pick(words);
  const length = random.between(Math.max(2, word.length), 7);
  let plate = word;
  while (plate.length < length)
    plate += random.chance(0.5) ? random.pick(letters) : random.below(10);
  return plate;
};

/** Steps through all `count` values before it repeats one. */
const scattered = (vehicle: number, count: number): number =>
  ((vehicle % count) * 7_368_787 + 104_729) % count;

const standardPlate = (vehicle: number, life: Life): string => {
  const lowest = hasShortPlate(life) ? 1_000 : 10_000;
  const numbers = 9 * lowest;
  const place = scattered(vehicle, numbers * letters.length ** 2);
  const pair = Math.floor(place / numbers);
  const first = letters[Math.floor(pair / letters.length)];
  return `${first}${letters[pair % letters.length]}${lowest + (place % numbers)}`;
};

/**
 * The plate a vehicle has unless another's was passed on to it. A standard one is its own among
 * millions; those of one letter, from before 1990, and the personal ones come up again.
 */
export const ownPlate = (seed: number, vehicle: number, life: Life): string => {
  const random = randomFor(seed, vehicle, 'plate');
  if (isPersonalised(seed, vehicle, life)) return personalPlate(random);
  if (yearOf(life.statusDay) < 1990)
    return `${random.pick(letters)}${random.between(1_000, 9_999)}`;
  return standardPlate(vehicle, life);
};
