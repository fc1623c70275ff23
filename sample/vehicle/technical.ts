import {type Random, randomFor, weighted} from '../random.ts';
import {decimal, inOrder} from '../xml.ts';
import type {Vehicle} from './life.ts';
import {type Profile, profiles, type Range} from './profiles.ts';

/** The elements of KoeretoejOplysningGrundStruktur, in the order of the register's schema (XSD, 2019). */
export const vehicleElements = inOrder(
  'KoeretoejOplysning',
  'OprettetUdFra Status StatusDato FoersteRegistreringDato StelNummer StelNummerAnbringelse',
  'ModelAar TotalVaegt EgenVaegt KoereklarVaegtMinimum KoereklarVaegtMaksimum TekniskTotalVaegt',
  'VogntogVaegt AkselAntal StoersteAkselTryk SkatteAkselAntal SkatteAkselTryk',
  'PassagerAntal SiddepladserMinimum SiddepladserMaksimum StaapladserMinimum StaapladserMaksimum',
  'TilkoblingMulighed TilkoblingsvaegtUdenBremser TilkoblingsvaegtMedBremser',
  'PaahaengVognTotalVaegt SkammelBelastning SaettevognTilladtAkselTryk',
  'MaksimumHastighed FaelgDaek TilkobletSidevognStelnr NCAPTest VVaerdiLuft VVaerdiMekanisk',
  'OevrigtUdstyr Koeretoejstand 30PctVarevogn TraekkendeAksler EgnetTilTaxi',
  'AkselAfstand SporviddenForrest SporviddenBagest',
  'TypeAnmeldelseNummer TypeGodkendelseNummer EUVariant EUVersion Kommentar TypegodkendtKategori',
  'AntalGear AntalDoere Fabrikant IbrugtagningDato Trafikskade VeteranKoeretoejOriginal',
);
type VehicleValues = Parameters<typeof vehicleElements>[0];

/** Free text with the quirks of the register. None of it refers to a real person or company. */

const drivenAxles = weighted([
  ['1', 640],
  ['2', 230],
  ['1,2', 40],
  ['1, 2', 50],
  ['1+2', 30],
  ['12', 7],
  ['14', 3],
]);

const condition = weighted([
  ['Middel', 800],
  ['UnderMiddel', 120],
  ['OverMiddel', 80],
]);

const vinLocation = weighted([
  ['Konverteret fra CRM3 - anbringelse ukendt', 400],
  ['Under passagersæde', 200],
  ['Højre side i motorrum', 180],
  ['Kronrør', 60],
  ['På højre af forreste travers', 100],
  ['I bund v. højre forsæde & på torpedo', 60],
]);

const comment = weighted([
  ['DMR Konvertering', 880],
  ['Afgift: se bilag <kopi> & ansøgning', 60],
  ['Vægt ændret; "ny" egenvægt kontrolvejet', 60],
]);

const manufacturer = weighted([
  ['Nordisk Motor A/S', 500],
  ['Prøve & Søn Karosserifabrik ApS', 300],
  ['Vestværk Automobile GmbH', 200],
]);

const accessories = (
  'Klimaanlæg, Regnsensor, 7" Audio Display, Højdejust.bart førersæde <sport>, Alufælge 16", ' +
  'Tågelygter for & bag, Splitbagsæde, Startspærre, C.lås m. fjernbetjening, El-ruder f/b, ' +
  'Læderrat, Sædevarme, Antispin, Bluetooth'
).split(', ');
const repeated = Array.from({length: 4}, () => accessories).flat();

/** The register cuts this one at 500 characters. */
const otherEquipment = (random: Random): string => {
  const start = random.below(accessories.length);
  const end = start + random.between(2, 40);
  return repeated.slice(start, end).join(', ').slice(0, 500);
};

const tyres = (random: Random): string => {
  const width = random.between(15, 25) * 10 + 5;
  const tyre = `${width}/${random.between(8, 15) * 5}R${random.between(13, 20)} ${random.between(75, 110)}H`;
  return `1. aksel: ${tyre}. 2. aksel: ${tyre}`;
};

const notification = (random: Random): string =>
  `${random.pick(['A', 'B', 'E', 'P'])}${random.between(10_000, 99_999)}`;

const typeApproval = (random: Random): string => {
  const directive = random.chance(0.6) ? '2007/46' : '2001/116';
  const revision = String(random.below(30)).padStart(2, '0');
  return `e${random.between(1, 13)}*${directive}*${random.between(10, 1_999)}*${revision}`;
};

/** A manufacturer's code: a number below `limit` in base 36. */
export const codeBelow = (random: Random, limit: number): string =>
  random.below(limit).toString(36).toUpperCase();

const euVariant = (random: Random): string =>
  random.chance(0.1) ? '-' : codeBelow(random, 2 ** 31);

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
    FaelgDaek: isDriven ? random.maybe(0.35, tyres(random)) : undefined,
    TraekkendeAksler: isDriven ? random.maybe(0.62, drivenAxles(random)) : undefined,
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
    TypeAnmeldelseNummer: isTypeApproved ? undefined : notification(random),
    TypeGodkendelseNummer: isTypeApproved ? typeApproval(random) : undefined,
    EUVariant: hasVariant ? euVariant(random) : undefined,
    EUVersion: hasVariant ? euVariant(random) : undefined,
    TypegodkendtKategori: random.maybe(0.5, category),
    Fabrikant: random.maybe(0.1, manufacturer(random)),
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
  const {family} = vehicle;
  if (family === 'car' || family === 'van') return carFlags(random, vehicle);
  if (family === 'motorcycle') {
    return {TilkobletSidevognStelnr: random.maybe(0.01, String(random.between(1_000, 99_999)))};
  }
  if (family !== 'trailer') return {};
  return {
    VVaerdiLuft: random.maybe(0.1, decimal(random.below(60) / 10)),
    VVaerdiMekanisk: random.maybe(0.1, '0.0'),
  };
};

/** Everything under technical details, except the record's own dates and names. */
export const technicalOf = (vehicle: Vehicle): VehicleValues => {
  const random = randomFor(vehicle, 'technical');
  const profile = profiles[vehicle.family];
  return {
    ModelAar: random.maybe(0.75, vehicle.year + (random.chance(0.15) ? 1 : 0)),
    StelNummerAnbringelse: random.maybe(0.61, vinLocation(random)),
    Koeretoejstand: random.maybe(0.15, condition(random)),
    OevrigtUdstyr: random.maybe(0.25, otherEquipment(random)),
    Kommentar: random.maybe(0.45, comment(random)),
    ...weights(random, vehicle, profile),
    ...seating(random, vehicle, profile),
    ...bodywork(random, vehicle, profile),
    ...approvals(random, vehicle, profile),
    ...familyValues(random, vehicle),
  };
};
