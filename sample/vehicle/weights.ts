import type {VehicleValues} from '../element-order.ts';
import type {Random} from '../random.ts';
import type {Vehicle} from './life.ts';
import type {Profile} from './profiles.ts';

const roundTo = (step: number, value: number): number => Math.round(value / step) * step;

/** Since 2009 the mass in running order is registered in place of the unladen weight. */
const ownWeights = (random: Random, {family, year}: Vehicle, unladenKg: number): VehicleValues => {
  const isModern = year >= 2009;
  const isLight = family === 'car' || family === 'van';
  return {
    EgenVaegt: random.maybe(!isModern ? 0.86 : isLight ? 0.02 : 0.7, unladenKg),
    KoereklarVaegtMinimum: random.maybe(isModern ? 0.99 : 0.3, roundTo(5, unladenKg * 1.09)),
    KoereklarVaegtMaksimum: random.maybe(0.02, roundTo(5, unladenKg * 1.14)),
  };
};

const truckWeights = (random: Random, axles: number, grossKg: number): VehicleValues => ({
  SkatteAkselAntal: random.maybe(0.6, axles),
  SkatteAkselTryk: random.maybe(0.6, roundTo(500, grossKg * 0.6)),
  PaahaengVognTotalVaegt: random.maybe(0.4, 24_000),
  SkammelBelastning: random.maybe(0.15, random.between(8, 18) * 1000),
  SaettevognTilladtAkselTryk: random.maybe(0.15, 24_000),
});

const towedWeights = (random: Random, {family}: Vehicle, grossKg: number): VehicleValues => {
  if (family === 'trailer' || family === 'moped') {
    return {TilkoblingMulighed: random.maybe(0.9, false)};
  }
  const unbrakedKg = random.maybe(0.85, random.below(16) * 50);
  return {
    TilkoblingMulighed: random.maybe(0.98, random.chance(0.6)),
    TilkoblingsvaegtUdenBremser: unbrakedKg,
    TilkoblingsvaegtMedBremser: unbrakedKg && random.between(8, 40) * 50,
    VogntogVaegt: random.maybe(0.45, random.chance(0.05) ? 0 : roundTo(10, grossKg * 1.65)),
  };
};

/** A few are only nines, as in the register: beyond any vehicle, and beyond int32. */
export const weights = (random: Random, vehicle: Vehicle, profile: Profile): VehicleValues => {
  const grossKg = roundTo(5, random.between(...profile.grossWeightKg));
  const axles = random.between(...profile.axles);
  return {
    TotalVaegt: random.chance(0.0002) ? '99999999' : grossKg,
    TekniskTotalVaegt: random.chance(0.0002) ? '99999999999' : random.maybe(0.93, grossKg),
    AkselAntal: axles,
    StoersteAkselTryk: random.maybe(0.46, roundTo(10, (grossKg / axles) * 1.15)),
    ...ownWeights(random, vehicle, roundTo(5, grossKg * profile.unladenShare)),
    ...(vehicle.family === 'truck' ? truckWeights(random, axles, grossKg) : {}),
    ...towedWeights(random, vehicle, grossKg),
  };
};
