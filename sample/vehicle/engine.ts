import {dateText, extractDay} from '../dates.ts';
import {type Random, randomFor} from '../random.ts';
import {code, decimal, type Elements, inOrder} from '../xml.ts';
import {fuelElements, fuels, fuelUses} from './fuels.ts';
import {odometerOf} from './inspection.ts';
import type {Vehicle} from './life.ts';
import {type Profile, profiles, type Range} from './profiles.ts';
import {codeBelow} from './technical.ts';

/** The elements of KoeretoejMotorStruktur. */
const engineElements = inOrder(
  'KoeretoejMotor',
  'CylinderAntal SlagVolumen SlagVolumenIkkeTilgaengelig',
  'StoersteEffekt StoersteEffektIkkeTilgaengelig KmPerLiter',
  'Kilometerstand KilometerstandDokumentation KilometerstandIkkeTilgaengelig',
  'Maerkning StandStoej KoerselStoej StandStoejOmdrejningstal InnovativTeknik InnovativTeknikAntal',
);
type EngineValues = Parameters<typeof engineElements>[0];

/** The elements of KoeretoejMiljoeOplysningStruktur. */
const environmentElements = inOrder(
  'KoeretoejMiljoeOplysning',
  'CO2Udslip EmissionCO EmissionHCPlusNOX EmissionNOX Partikler Roegtaethed PartikelFilter',
  'RoegtaethedOmdrejningstal SpecifikCO2Emission Nyttelastvaerdi TungtNulEmissionKoeretoej',
  'CO2EmissionKlasseOmklassificeringDato',
);
type EnvironmentValues = Parameters<typeof environmentElements>[0];

type EngineProfile = NonNullable<Profile['engine']>;

const power = (random: Random, {family}: Vehicle, [least, most]: Range): EngineValues => {
  const isKnown = random.chance(family === 'car' ? 0.58 : 0.5);
  const kilowatts = random.between(least * 10, most * 10) / 10;
  return {
    StoersteEffekt: random.chance(0.0003) ? '99999.0' : isKnown ? decimal(kilowatts) : undefined,
    StoersteEffektIkkeTilgaengelig: random.maybe(0.12, !isKnown),
  };
};

const pistons = (random: Random, {cylinders, displacementCm3}: EngineProfile): EngineValues => {
  const isKnown = random.chance(0.85);
  return {
    CylinderAntal: random.maybe(0.46, random.between(...cylinders)),
    SlagVolumen: isKnown ? decimal(random.between(...displacementCm3)) : undefined,
    SlagVolumenIkkeTilgaengelig: random.maybe(0.12, !isKnown),
  };
};

/** The register has zeros for values that an electric motor lacks. */
const electricMotor: EngineValues = {
  CylinderAntal: 0,
  SlagVolumen: '0.0',
  StandStoej: '0.0',
  StandStoejOmdrejningstal: 0,
};

const noise = (random: Random): EngineValues => ({
  StandStoej: decimal(random.between(680, 960) / 10),
  KoerselStoej: decimal(random.between(660, 820) / 10),
  StandStoejOmdrejningstal: random.between(8, 26) * 250,
});

const ecoInnovation = (random: Random): EngineValues => {
  const isInnovative = random.chance(0.15);
  return {
    InnovativTeknik: random.maybe(0.9, isInnovative),
    InnovativTeknikAntal: isInnovative ? decimal(random.between(60, 240) / 100, 2) : undefined,
  };
};

const engineValues = (random: Random, vehicle: Vehicle, engine: EngineProfile): EngineValues => {
  const isUnknownMarking = random.chance(0.05);
  const marking = isUnknownMarking ? '*CHY??????*' : codeBelow(random, 36 ** 4);
  return {
    Maerkning: random.maybe(0.44, marking),
    ...power(random, vehicle, engine.powerKw),
    Kilometerstand: random.maybe(0.56, odometerOf(vehicle)),
    KilometerstandDokumentation: random.maybe(0.15, random.chance(0.1)),
    KilometerstandIkkeTilgaengelig: random.maybe(0.12, random.chance(0.1)),
    ...(random.chance(0.52) ? noise(random) : {}),
    ...(vehicle.year < 2012 ? {} : ecoInnovation(random)),
    ...(vehicle.fuel === fuels.electric ? electricMotor : pistons(random, engine)),
  };
};

/** The register mixes mg/km and g/km on one element, and writes small numbers with an exponent. */
const emission = (random: Random, milligrams: number): string =>
  random.chance(0.75) ? decimal(milligrams) : decimal(milligrams / 1000, 4);

const particulates = (random: Random): string =>
  random.chance(0.3)
    ? `${random.between(1, 9)}.${random.below(10)}E-4`
    : decimal(random.between(1, 60) / 100, 2);

/** In most records of combustion engines, a 0 stands for HC and NOx that were not measured together. */
const emissions = (random: Random, vehicle: Vehicle): EnvironmentValues => {
  if (vehicle.year < 1998 || random.chance(0.3)) return {};
  if (vehicle.fuel === fuels.electric) {
    return {EmissionCO: '0.0', EmissionHCPlusNOX: '0.0', EmissionNOX: '0.0'};
  }
  const together = random.maybe(0.55, emission(random, random.between(200, 1_500) / 10));
  return {
    EmissionCO: emission(random, random.between(200, 9_000) / 10),
    EmissionHCPlusNOX: together && randomFor(vehicle, 'unmeasured').chance(0.85) ? '0.0' : together,
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

/** The CO2 class is that of the road toll for heavy vehicles: its number is also its name. */
const environmentOf = (vehicle: Vehicle, CO2Udslip: string | undefined): Elements => {
  const random = randomFor(vehicle, 'environment');
  const {family, fuel, year} = vehicle;
  if (family === 'trailer' || random.chance(0.03)) return environmentElements({CO2Udslip});

  const isDiesel = fuel === fuels.diesel;
  const isClassed = family === 'truck' && year >= 2019 && random.chance(0.6);
  const values = {
    CO2Udslip,
    PartikelFilter: random.maybe(0.95, isDiesel && year >= 2008),
    Roegtaethed: isDiesel
      ? random.maybe(0.3, decimal(random.between(20, 250) / 100, 2))
      : undefined,
    RoegtaethedOmdrejningstal: random.maybe(0.34, 0),
    ...emissions(random, vehicle),
    ...(isClassed ? heavyValues(random) : {}),
  };
  const number = isClassed ? random.between(1, 5) : undefined;
  return {
    ...environmentElements(values),
    CO2EmissionKlasseStruktur: number && code('CO2EmissionKlasse', number, String(number)),
  };
};

/**
 * Trailers have no engine, but most have a fuel by default. In the layout until 2021, an engine had
 * one fuel, without a test norm, and its CO2 was under environment.
 */
export const engineAndEnvironment = (vehicle: Vehicle, hasOldLayout: boolean): Elements => {
  const random = randomFor(vehicle, 'engine');
  const uses = fuelUses(random, vehicle);
  const {engine} = profiles[vehicle.family];
  const values = engine ? engineValues(random, vehicle, engine) : {};
  const old = hasOldLayout ? uses.find(({isPrimary}) => isPrimary) : undefined;
  return {
    KoeretoejMiljoeOplysningStruktur: environmentOf(vehicle, old?.co2),
    KoeretoejMotorStruktur: {
      ...engineElements({...values, KmPerLiter: old?.kmPerLiter}),
      DrivkraftTypeStruktur: old?.fuel,
      KoeretoejDrivmiddelSamlingStruktur: hasOldLayout
        ? undefined
        : {KoeretoejDrivmiddelSamling: {DrivmiddelStruktur: uses.map(fuelElements)}},
    },
  };
};
