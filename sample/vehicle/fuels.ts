import {type Random, randomFor, weighted} from '../random.ts';
import {code, decimal, type Elements} from '../xml.ts';
import type {Life, Vehicle} from './life.ts';
import type {Family} from './profiles.ts';

export const fuels = {
  petrol: code('DrivkraftType', 1, 'Benzin'),
  diesel: code('DrivkraftType', 2, 'Diesel'),
  lpg: code('DrivkraftType', 3, 'F-Gas'),
  electric: code('DrivkraftType', 4, 'El'),
  kerosene: code('DrivkraftType', 5, 'Petroleum'),
  naturalGas: code('DrivkraftType', 6, 'N-Gas'),
  hydrogen: code('DrivkraftType', 7, 'Brint'),
};

const drawCarFuel = weighted([
  [fuels.petrol, 7_100],
  [fuels.diesel, 2_860],
  [fuels.lpg, 5],
  [fuels.naturalGas, 2],
  [fuels.hydrogen, 1],
]);

const drawHeavyFuel = weighted([
  [fuels.diesel, 950],
  [fuels.petrol, 48],
  [fuels.kerosene, 1],
  [fuels.naturalGas, 1],
]);

const electricShare = (family: Family, year: number): number => {
  if (family === 'trailer' || family === 'tractor' || year < 2011) return 0;
  const share = year < 2018 ? 0.02 : year < 2021 ? 0.1 : 0.44;
  return family === 'car' ? share : share / 6;
};

export const fuelOf = (life: Life): Elements | undefined => {
  const {family, year} = life;
  const random = randomFor(life, 'fuel');
  if (random.chance(electricShare(family, year))) return fuels.electric;
  if (family === 'car') return drawCarFuel(random);
  if (family === 'motorcycle' || family === 'moped') return fuels.petrol;
  // Only 5.9 % of the register has no fuel, so two trailers in three must have petrol by default.
  return family === 'trailer' ? random.maybe(0.67, fuels.petrol) : drawHeavyFuel(random);
};

const testNorms = {
  nedc: code('KoeretoejMotorMaaleNormType', 1, 'NEDC'),
  nedc2: code('KoeretoejMotorMaaleNormType', 2, 'NEDC-2'),
  wltp: code('KoeretoejMotorMaaleNormType', 3, 'WLTP'),
};

/** One DrivmiddelStruktur. Several for one vehicle are mostly one fuel under two test norms. */
export type FuelUse = {
  readonly fuel: Elements;
  readonly norm?: Elements | undefined;
  readonly kmPerLiter?: string | undefined;
  readonly co2?: string | undefined;
  readonly electricUse?: string;
  readonly isFuelCell?: boolean | undefined;
  readonly isPrimary: boolean;
};

const electricUse = (random: Random): FuelUse => ({
  fuel: fuels.electric,
  norm: testNorms.wltp,
  kmPerLiter: decimal(random.between(550, 720) / 10),
  co2: '0.0',
  electricUse: decimal(random.between(1_200, 2_300) / 10),
  isFuelCell: false,
  isPrimary: true,
});

/** Few older vehicles were measured; a CO2 of `0.0` also means that it was not measured. */
const combustionUse = (
  random: Random,
  fuel: Elements,
  year: number,
  norm: Elements | undefined,
): FuelUse => {
  const isMeasured = random.chance(year >= 1997 ? 0.9 : 0.35);
  const kmPerLiter = random.between(90, 290) / 10;
  const gramsPerLiter = fuel === fuels.diesel ? 2_640 : 2_370;
  const co2 = random.chance(0.01) ? '0.0' : decimal(Math.round(gramsPerLiter / kmPerLiter));
  return {
    fuel,
    norm: isMeasured ? norm : undefined,
    kmPerLiter: isMeasured ? decimal(kmPerLiter) : undefined,
    co2: isMeasured && year >= 1997 ? co2 : undefined,
    isFuelCell: year >= 2010 ? random.maybe(0.5, false) : undefined,
    isPrimary: true,
  };
};

/** From 2017 to 2021 cars were measured under both norms; either may come first in the record. */
const twice = (random: Random, fuel: Elements, year: number): readonly FuelUse[] => {
  const nedc = combustionUse(random, fuel, year, testNorms.nedc2);
  const wltp = {...combustionUse(random, fuel, year, testNorms.wltp), isPrimary: false};
  return random.chance(0.5) ? [nedc, wltp] : [wltp, nedc];
};

export const fuelUses = (random: Random, {family, year, fuel}: Vehicle): readonly FuelUse[] => {
  if (fuel === undefined) return [];
  if (family !== 'car' && family !== 'van') return [{fuel, isPrimary: true}];
  if (fuel === fuels.electric) return [electricUse(random)];
  if (year >= 2017 && year < 2022 && random.chance(0.6)) return twice(random, fuel, year);

  const norm =
    year < 2017 ? random.maybe(year >= 2005 ? 0.5 : 0.05, testNorms.nedc) : testNorms.wltp;
  const first = combustionUse(random, fuel, year, norm);
  return random.chance(0.0005) ? [first, {fuel: fuels.lpg, isPrimary: false}] : [first];
};

export const fuelElements = (use: FuelUse): Elements => ({
  MaaleNormStruktur: use.norm,
  DrivkraftTypeStruktur: use.fuel,
  KoeretoejBraendstofStruktur: {
    KoeretoejMotorKmPerLiter: use.kmPerLiter,
    KoeretoejMiljoeOplysningCO2Udslip: use.co2,
  },
  KoeretoejElforbrugStruktur: {KoeretoejMotorElektriskForbrug: use.electricUse},
  KoeretoejMotorBraendselscelle: use.isFuelCell,
  KoeretoejMotorDrivmiddelPrimaer: use.isPrimary,
});
