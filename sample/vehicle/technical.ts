import type {VehicleValues} from '../element-order.ts';
import {type Random, randomFor} from '../random.ts';
import {decimal} from '../xml.ts';
import type {Vehicle} from './life.ts';
import {type Profile, profiles} from './profiles.ts';
import * as texts from './texts.ts';
import {weights} from './weights.ts';

const drawIn = (random: Random, range: Profile['seats']): number | undefined =>
  range && random.between(...range);

const seating = (random: Random, {family}: Vehicle, {seats}: Profile): VehicleValues => {
  const count = random.chance(0.0003) ? 0 : drawIn(random, seats);
  return {
    PassagerAntal: random.maybe(0.15, family === 'motorcycle' ? 1 : 0),
    SiddepladserMinimum: random.maybe(0.8, random.chance(0.03) ? 1 : count),
    SiddepladserMaksimum: random.maybe(0.33, count),
    StaapladserMinimum: family === 'bus' ? 0 : undefined,
    StaapladserMaksimum: family === 'bus' ? random.below(60) : undefined,
  };
};

const chassis = (random: Random, {family}: Vehicle, profile: Profile): VehicleValues => {
  const hasTracks = random.chance(0.45);
  const trackMm = hasTracks ? drawIn(random, profile.trackWidthMm) : undefined;
  const isDriven = family !== 'trailer' && family !== 'moped';
  return {
    MaksimumHastighed: random.chance(0.0003)
      ? 9_999
      : random.maybe(0.5, drawIn(random, profile.topSpeedKmh)),
    FaelgDaek: isDriven ? random.maybe(0.35, texts.tyres(random)) : undefined,
    TraekkendeAksler: isDriven ? random.maybe(0.62, texts.drivenAxles(random)) : undefined,
    AkselAfstand: random.maybe(0.45, drawIn(random, profile.wheelbaseMm)),
    SporviddenForrest: trackMm,
    SporviddenBagest: trackMm && trackMm + random.between(-20, 30),
    AntalGear: isDriven ? random.maybe(0.02, random.between(4, 8)) : undefined,
    AntalDoere: random.chance(0.0004) ? 88 : random.maybe(0.7, drawIn(random, profile.doors)),
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
    ...chassis(random, vehicle, profile),
    ...approvals(random, vehicle, profile),
    ...familyValues(random, vehicle),
  };
};
