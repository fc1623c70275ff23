import {yearOf} from '../dates.ts';
import {type Code, type Family, fuels} from '../lists/code-lists.ts';
import {type Random, randomFor} from '../random.ts';
import {type Draw, weighted} from '../weighted.ts';
import type {Life} from './life.ts';

/** What most other values depend on. */
export type Traits = {
  readonly family: Family;
  readonly year: number;
  /** Absent for some trailers. */
  readonly fuel: Code | undefined;
};

const combustion: Readonly<Record<'car' | 'heavy' | 'small', Draw<Code>>> = {
  car: weighted([
    [fuels.petrol, 7_100],
    [fuels.diesel, 2_860],
    [fuels.lpg, 5],
    [fuels.naturalGas, 2],
    [fuels.hydrogen, 1],
  ]),
  heavy: weighted([
    [fuels.diesel, 950],
    [fuels.petrol, 48],
    [fuels.kerosene, 1],
    [fuels.naturalGas, 1],
  ]),
  small: weighted([[fuels.petrol, 1]]),
};

const electricShare = (family: Family, year: number): number => {
  if (family === 'trailer' || family === 'tractor' || year < 2011) return 0;
  const share = year < 2018 ? 0.02 : year < 2021 ? 0.1 : 0.44;
  return family === 'car' ? share : share / 6;
};

const drawFuel = (random: Random, family: Family, year: number): Code | undefined => {
  if (random.chance(electricShare(family, year))) return fuels.electric;
  if (family === 'car') return combustion.car(random);
  if (family === 'motorcycle' || family === 'moped') return combustion.small(random);
  // Only 5.9 % of the register has no fuel, so two trailers in three must carry petrol by default.
  return family === 'trailer' ? random.maybe(0.67, fuels.petrol) : combustion.heavy(random);
};

export const traitsOf = (seed: number, vehicle: number, life: Life): Traits => {
  const {family} = life.kind;
  const year = yearOf(life.firstRegistered);
  return {family, year, fuel: drawFuel(randomFor(seed, vehicle, 'fuel'), family, year)};
};
