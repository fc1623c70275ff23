import type {EngineValues} from '../element-order.ts';
import {type Random, randomFor} from '../random.ts';
import {decimal} from '../xml.ts';
import {fuels, fuelUses} from './fuels.ts';
import {odometerOf} from './inspection.ts';
import type {Vehicle} from './life.ts';
import {type Profile, profiles, type Range} from './profiles.ts';
import {codeBelow} from './texts.ts';

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

/** The register has zeros for what an electric motor does not have. */
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

const values = (random: Random, vehicle: Vehicle, engine: EngineProfile): EngineValues => {
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

/** Trailers have no engine, but most have a fuel by default. */
export const engineOf = (vehicle: Vehicle) => {
  const random = randomFor(vehicle, 'engine');
  const uses = fuelUses(random, vehicle);
  const {engine} = profiles[vehicle.family];
  return {uses, values: engine ? values(random, vehicle, engine) : {}};
};
