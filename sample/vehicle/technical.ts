import type {VehicleValues} from '../element-order.ts';
import {type Random, randomFor} from '../random.ts';
import {decimal} from '../xml.ts';
import type {Vehicle} from './life.ts';
import {type Profile, profiles, type Range} from './profiles.ts';
import * as texts from './texts.ts';

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
const weights = (random: Random, vehicle: Vehicle, {weight}: Profile): VehicleValues => {
  const grossKg = roundTo(5, random.between(...weight.grossKg));
  const axles = random.between(...weight.axles);
  return {
    TotalVaegt: random.chance(0.0002) ? '99999999' : grossKg,
    TekniskTotalVaegt: random.chance(0.0002) ? '99999999999' : random.maybe(0.93, grossKg),
    AkselAntal: axles,
    StoersteAkselTryk: random.maybe(0.46, roundTo(10, (grossKg / axles) * 1.15)),
    ...ownWeights(random, vehicle, roundTo(5, grossKg * weight.unladenShare)),
    ...(vehicle.family === 'truck' ? truckWeights(random, axles, grossKg) : {}),
    ...towedWeights(random, vehicle, grossKg),
  };
};

const drawIn = (random: Random, range: Range | undefined): number | undefined =>
  range && random.between(...range);

const seating = (random: Random, {family}: Vehicle, {cabin}: Profile): VehicleValues => {
  const count = random.chance(0.0003) ? 0 : drawIn(random, cabin?.seats);
  return {
    PassagerAntal: random.maybe(0.15, family === 'motorcycle' ? 1 : 0),
    SiddepladserMinimum: random.maybe(0.8, random.chance(0.03) ? 1 : count),
    SiddepladserMaksimum: random.maybe(0.33, count),
    StaapladserMinimum: family === 'bus' ? 0 : undefined,
    StaapladserMaksimum: family === 'bus' ? random.below(60) : undefined,
  };
};

const bodywork = (random: Random, {family}: Vehicle, {cabin, chassis}: Profile): VehicleValues => {
  const hasTracks = random.chance(0.45);
  const trackMm = hasTracks ? drawIn(random, chassis?.trackWidthMm) : undefined;
  const isDriven = family !== 'trailer' && family !== 'moped';
  return {
    MaksimumHastighed: random.chance(0.0003)
      ? 9_999
      : random.maybe(0.5, drawIn(random, chassis?.topSpeedKmh)),
    FaelgDaek: isDriven ? random.maybe(0.35, texts.tyres(random)) : undefined,
    TraekkendeAksler: isDriven ? random.maybe(0.62, texts.drivenAxles(random)) : undefined,
    AkselAfstand: random.maybe(0.45, drawIn(random, chassis?.wheelbaseMm)),
    SporviddenForrest: trackMm,
    SporviddenBagest: trackMm && trackMm + random.between(-20, 30),
    AntalGear: isDriven ? random.maybe(0.02, random.between(4, 8)) : undefined,
    AntalDoere: random.chance(0.0004) ? 88 : random.maybe(0.7, drawIn(random, cabin?.doors)),
  };
};

const approvals = (random: Random, {year}: Vehicle, {category}: Profile): VehicleValues => {
  const isTypeApproved = random.chance(year >= 1998 ? 0.92 : 0.25);
  const hasVariant = isTypeApproved && random.chance(0.6);
  return {
    TypeAnmeldelseNummer: isTypeApproved ? undefined : texts.notification(random),
    TypeGodkendelseNummer: isTypeApproved ? texts.typeApproval(random) : undefined,
    EUVariant: hasVariant ? texts.euVariant(random) : undefined,
    EUVersion: hasVariant ? texts.euVariant(random) : undefined,
    TypegodkendtKategori: random.maybe(0.5, category),
    Fabrikant: random.maybe(0.1, texts.manufacturer(random)),
  };
};

const carFlags = (random: Random, {family, year}: Vehicle): VehicleValues => ({
  NCAPTest: random.maybe(0.54, year >= 1998 && random.chance(0.6)),
  '30PctVarevogn': family === 'van' ? random.maybe(0.9, random.chance(0.2)) : undefined,
  EgnetTilTaxi: random.maybe(0.35, random.chance(0.1)),
  Trafikskade: random.maybe(0.2, random.chance(0.003)),
  VeteranKoeretoejOriginal: year < 1990 ? random.maybe(0.1, random.chance(0.5)) : undefined,
});

const familyValues = (random: Random, vehicle: Vehicle): VehicleValues => {
  switch (vehicle.family) {
    case 'car':
    case 'van':
      return carFlags(random, vehicle);
    case 'motorcycle':
      return {TilkobletSidevognStelnr: random.maybe(0.01, String(random.between(1_000, 99_999)))};
    case 'trailer':
      return {
        VVaerdiLuft: random.maybe(0.1, decimal(random.below(60) / 10)),
        VVaerdiMekanisk: random.maybe(0.1, '0.0'),
      };
    default:
      return {};
  }
};

/** Everything under technical details but the record's own dates and names. */
export const technicalOf = (vehicle: Vehicle): VehicleValues => {
  const random = randomFor(vehicle, 'technical');
  const profile = profiles[vehicle.family];
  return {
    ModelAar: random.maybe(0.75, vehicle.year + (random.chance(0.15) ? 1 : 0)),
    StelNummerAnbringelse: random.maybe(0.61, texts.vinLocation(random)),
    Koeretoejstand: random.maybe(0.15, texts.condition(random)),
    OevrigtUdstyr: random.maybe(0.25, texts.otherEquipment(random)),
    Kommentar: random.maybe(0.45, texts.comment(random)),
    ...weights(random, vehicle, profile),
    ...seating(random, vehicle, profile),
    ...bodywork(random, vehicle, profile),
    ...approvals(random, vehicle, profile),
    ...familyValues(random, vehicle),
  };
};
