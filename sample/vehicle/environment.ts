import {dateText, extractDay} from '../dates.ts';
import type {EnvironmentValues} from '../element-order.ts';
import {type Random, randomFor} from '../random.ts';
import {code, decimal, type Elements} from '../xml.ts';
import {fuels} from './fuels.ts';
import type {Vehicle} from './life.ts';

/** The register mixes mg/km and g/km on one element, and writes small numbers with an exponent. */
const emission = (random: Random, milligrams: number): string =>
  random.chance(0.75) ? decimal(milligrams) : decimal(milligrams / 1000, 4);

const particulates = (random: Random): string =>
  random.chance(0.3)
    ? `${random.between(1, 9)}.${random.below(10)}E-4`
    : decimal(random.between(1, 60) / 100, 2);

const emissions = (random: Random, {year, fuel}: Vehicle): EnvironmentValues => {
  if (year < 1998 || random.chance(0.3)) return {};
  if (fuel === fuels.electric) {
    return {EmissionCO: '0.0', EmissionHCPlusNOX: '0.0', EmissionNOX: '0.0'};
  }
  return {
    EmissionCO: emission(random, random.between(200, 9_000) / 10),
    EmissionHCPlusNOX: random.maybe(0.55, emission(random, random.between(200, 1_500) / 10)),
    EmissionNOX: emission(random, random.between(80, 1_800) / 10),
    Partikler: random.maybe(0.45, particulates(random)),
  };
};

const heavyValues = (random: Random): EnvironmentValues => ({
  SpecifikCO2Emission: decimal(random.between(350, 950) / 10),
  Nyttelastvaerdi: decimal(random.between(40, 260) / 10),
  TungtNulEmissionKoeretoej: false,
  CO2EmissionKlasseOmklassificeringDato: dateText(extractDay + random.between(100, 1_500)),
});

/** The CO2 class of heavy vehicles, for the road toll: its number is its name. */
const drawCo2Class = (random: Random): Elements => {
  const number = random.between(1, 5);
  return code('CO2EmissionKlasse', number, String(number));
};

export const environmentOf = (vehicle: Vehicle) => {
  const random = randomFor(vehicle, 'environment');
  const {family, fuel, year} = vehicle;
  if (family === 'trailer' || random.chance(0.03)) return {values: {}, co2Class: undefined};

  const isDiesel = fuel === fuels.diesel;
  const isClassed = family === 'truck' && year >= 2019 && random.chance(0.6);
  const values: EnvironmentValues = {
    PartikelFilter: random.maybe(0.95, isDiesel && year >= 2008),
    Roegtaethed: isDiesel
      ? random.maybe(0.3, decimal(random.between(20, 250) / 100, 2))
      : undefined,
    RoegtaethedOmdrejningstal: random.maybe(0.34, 0),
    ...emissions(random, vehicle),
    ...(isClassed ? heavyValues(random) : {}),
  };
  return {values, co2Class: isClassed ? drawCo2Class(random) : undefined};
};
