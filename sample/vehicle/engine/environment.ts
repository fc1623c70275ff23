import {dateText, extractDay} from '../../dates.ts';
import {decimal} from '../../decimal.ts';
import {type Code, co2Classes, fuels} from '../../lists/code-lists.ts';
import type {EnvironmentLeaves} from '../../lists/element-order.ts';
import {type Random, randomFor} from '../../random.ts';
import type {Traits} from '../traits.ts';

export type Environment = {
  readonly values: EnvironmentLeaves;
  /** Of heavy vehicles, for the road toll. */
  readonly co2Class: Code | undefined;
};

/** The register mixes mg/km and g/km on one element, and writes small numbers with an exponent. */
const emission = (random: Random, milligrams: number): string =>
  random.chance(0.75) ? decimal(milligrams) : decimal(milligrams / 1000, 4);

const particulates = (random: Random): string =>
  random.chance(0.3)
    ? `${random.between(1, 9)}.${random.below(10)}E-4`
    : decimal(random.between(1, 60) / 100, 2);

const emissions = (random: Random, {year, fuel}: Traits): EnvironmentLeaves => {
  if (year < 1998 || random.chance(0.3)) return {};
  if (fuel?.id === fuels.electric.id) {
    return {EmissionCO: '0.0', EmissionHCPlusNOX: '0.0', EmissionNOX: '0.0'};
  }
  return {
    EmissionCO: emission(random, random.between(200, 9_000) / 10),
    EmissionHCPlusNOX: random.maybe(0.55, emission(random, random.between(200, 1_500) / 10)),
    EmissionNOX: emission(random, random.between(80, 1_800) / 10),
    Partikler: random.maybe(0.45, particulates(random)),
  };
};

const heavyClass = (random: Random): EnvironmentLeaves => ({
  SpecifikCO2Emission: decimal(random.between(350, 950) / 10),
  Nyttelastvaerdi: decimal(random.between(40, 260) / 10),
  TungtNulEmissionKoeretoej: false,
  CO2EmissionKlasseOmklassificeringDato: dateText(extractDay + random.between(100, 1_500)),
});

export const environmentOf = (seed: number, vehicle: number, traits: Traits): Environment => {
  const random = randomFor(seed, vehicle, 'environment');
  if (traits.family === 'trailer' || random.chance(0.03)) return {values: {}, co2Class: undefined};

  const isDiesel = traits.fuel?.id === fuels.diesel.id;
  const isClassed = traits.family === 'truck' && traits.year >= 2019 && random.chance(0.6);
  const values = {
    PartikelFilter: random.maybe(0.95, isDiesel && traits.year >= 2008),
    Roegtaethed: isDiesel
      ? random.maybe(0.3, decimal(random.between(20, 250) / 100, 2))
      : undefined,
    RoegtaethedOmdrejningstal: random.maybe(0.34, 0),
    ...emissions(random, traits),
    ...(isClassed ? heavyClass(random) : {}),
  };
  return {values, co2Class: isClassed ? random.pick(co2Classes) : undefined};
};
