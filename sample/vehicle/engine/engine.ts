import {decimal} from '../../decimal.ts';
import {fuels} from '../../lists/code-lists.ts';
import type {EngineLeaves} from '../../lists/element-order.ts';
import {type Profile, profiles} from '../../lists/profiles.ts';
import {engineMarking} from '../../lists/texts.ts';
import {type Random, randomFor} from '../../random.ts';
import type {Traits} from '../traits.ts';
import {type FuelUse, fuelUses} from './fuels.ts';
import {odometerOf} from './odometer.ts';

export type Engine = {readonly values: EngineLeaves; readonly fuels: readonly FuelUse[]};

const power = (random: Random, {family}: Traits, {powerKw}: Profile): EngineLeaves => {
  if (powerKw === undefined) return {};
  const isKnown = random.chance(family === 'car' ? 0.58 : 0.5);
  const kilowatts = random.between(powerKw[0] * 10, powerKw[1] * 10) / 10;
  return {
    StoersteEffekt: random.chance(0.0003) ? '99999.0' : isKnown ? decimal(kilowatts) : undefined,
    StoersteEffektIkkeTilgaengelig: random.maybe(0.12, !isKnown),
  };
};

const pistons = (random: Random, {cylinders, displacementCm3}: Profile): EngineLeaves => {
  if (cylinders === undefined || displacementCm3 === undefined) return {};
  const isKnown = random.chance(0.85);
  return {
    CylinderAntal: random.maybe(0.46, random.between(...cylinders)),
    SlagVolumen: isKnown ? decimal(random.between(...displacementCm3)) : undefined,
    SlagVolumenIkkeTilgaengelig: random.maybe(0.12, !isKnown),
  };
};

/** What an electric motor has none of is registered as nought rather than left out. */
const electricMotor: EngineLeaves = {
  CylinderAntal: 0,
  SlagVolumen: '0.0',
  StandStoej: '0.0',
  StandStoejOmdrejningstal: 0,
};

const noise = (random: Random): EngineLeaves =>
  random.chance(0.52)
    ? {
        StandStoej: decimal(random.between(680, 960) / 10),
        KoerselStoej: decimal(random.between(660, 820) / 10),
        StandStoejOmdrejningstal: random.between(8, 26) * 250,
      }
    : {};

const odometer = (random: Random, reading: number): EngineLeaves => ({
  Kilometerstand: random.maybe(0.56, reading),
  KilometerstandDokumentation: random.maybe(0.15, random.chance(0.1)),
  KilometerstandIkkeTilgaengelig: random.maybe(0.12, random.chance(0.1)),
});

const ecoInnovation = (random: Random, {year}: Traits): EngineLeaves => {
  if (year < 2012) return {};
  const isInnovative = random.chance(0.15);
  return {
    InnovativTeknik: random.maybe(0.9, isInnovative),
    InnovativTeknikAntal: isInnovative ? decimal(random.between(60, 240) / 100, 2) : undefined,
  };
};

/** Absent for the trailers that carry no fuel by default. */
export const engineOf = (seed: number, vehicle: number, traits: Traits): Engine | undefined => {
  const random = randomFor(seed, vehicle, 'engine');
  const uses = fuelUses(random, traits);
  if (traits.family === 'trailer') return uses.length > 0 ? {values: {}, fuels: uses} : undefined;

  const profile = profiles[traits.family];
  const isElectric = traits.fuel?.id === fuels.electric.id;
  const values = {
    Maerkning: random.maybe(0.44, engineMarking(random)),
    ...power(random, traits, profile),
    ...odometer(random, odometerOf(seed, vehicle, traits)),
    ...noise(random),
    ...ecoInnovation(random, traits),
    ...(isElectric ? electricMotor : pistons(random, profile)),
  };
  return {values, fuels: uses};
};
