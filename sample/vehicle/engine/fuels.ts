import {decimal} from '../../decimal.ts';
import {type Code, fuels, testNorms} from '../../lists/code-lists.ts';
import type {Random} from '../../random.ts';
import type {Traits} from '../traits.ts';

/** One DrivmiddelStruktur. Several for one vehicle are mostly one fuel under two test norms. */
export type FuelUse = {
  readonly fuel: Code;
  readonly norm: Code | undefined;
  readonly kmPerLiter: string | undefined;
  readonly co2: string | undefined;
  readonly electricUse: string | undefined;
  readonly isFuelCell: boolean | undefined;
  readonly isPrimary: boolean;
};

const electricUse = (random: Random, fuel: Code): FuelUse => ({
  fuel,
  norm: testNorms.wltp,
  kmPerLiter: decimal(random.between(550, 720) / 10),
  co2: '0.0',
  electricUse: decimal(random.between(1_200, 2_300) / 10),
  isFuelCell: false,
  isPrimary: true,
});

/** Few older vehicles were measured; a CO2 of `0.0` stands for not measured, too. */
const combustionUse = (
  random: Random,
  fuel: Code,
  year: number,
  norm: Code | undefined,
): FuelUse => {
  const isMeasured = random.chance(year >= 1997 ? 0.9 : 0.35);
  const kmPerLiter = random.between(90, 290) / 10;
  const gramsPerLiter = fuel.id === fuels.diesel.id ? 2_640 : 2_370;
  const co2 = random.chance(0.01) ? '0.0' : decimal(Math.round(gramsPerLiter / kmPerLiter));
  return {
    fuel,
    norm: isMeasured ? norm : undefined,
    kmPerLiter: isMeasured ? decimal(kmPerLiter) : undefined,
    co2: isMeasured && year >= 1997 ? co2 : undefined,
    electricUse: undefined,
    isFuelCell: year >= 2010 ? random.maybe(0.5, false) : undefined,
    isPrimary: true,
  };
};

/** From 2017 to 2021 cars were measured under both norms; either may come first in the record. */
const twice = (random: Random, fuel: Code, year: number): readonly FuelUse[] => {
  const nedc = combustionUse(random, fuel, year, testNorms.nedc2);
  const wltp = {...combustionUse(random, fuel, year, testNorms.wltp), isPrimary: false};
  return random.chance(0.5) ? [nedc, wltp] : [wltp, nedc];
};

const bare = (fuel: Code, isPrimary: boolean): FuelUse => ({
  fuel,
  norm: undefined,
  kmPerLiter: undefined,
  co2: undefined,
  electricUse: undefined,
  isFuelCell: undefined,
  isPrimary,
});

export const fuelUses = (random: Random, {family, year, fuel}: Traits): readonly FuelUse[] => {
  if (fuel === undefined) return [];
  if (family !== 'car' && family !== 'van') return [bare(fuel, true)];
  if (fuel.id === fuels.electric.id) return [electricUse(random, fuel)];
  if (year >= 2017 && year < 2022 && random.chance(0.6)) return twice(random, fuel, year);

  const norm =
    year < 2017 ? random.maybe(year >= 2005 ? 0.5 : 0.05, testNorms.nedc) : testNorms.wltp;
  const first = combustionUse(random, fuel, year, norm);
  return random.chance(0.0005) ? [first, bare(fuels.lpg, false)] : [first];
};
