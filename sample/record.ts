import {type Day, dateText, extractDay, momentText} from './dates.ts';
import {type Random, randomFor, type VehicleKey, weighted} from './random.ts';
import {appearanceOf} from './vehicle/appearance.ts';
import {designationOf} from './vehicle/designation.ts';
import {engineAndEnvironment} from './vehicle/engine.ts';
import {equipmentOf} from './vehicle/equipment.ts';
import {fuelOf} from './vehicle/fuels.ts';
import {identOf, plateElements, vinOf} from './vehicle/identifiers.ts';
import {inspectionElements} from './vehicle/inspection.ts';
import {isRegistered, type Life, lifeOf} from './vehicle/life.ts';
import {permitElements} from './vehicle/permits.ts';
import {technicalOf, vehicleElements} from './vehicle/technical.ts';
import type {Elements} from './xml.ts';

/** A record of the extract. `snapshot` is 0 for a vehicle's first, 1 and 2 for repeated ones. */
export type RecordKey = VehicleKey & {readonly snapshot: number};

/**
 * The places of a vehicle's further records: right after the first, a thousand vehicles later, or in
 * a dense run of repeats. 4.4 % of the vehicles have such records; one in a thousand has two.
 */
export const repeatsOf = (key: VehicleKey) => {
  const place = randomFor(key, 'repeats').unit();
  return {
    isAdjacent: place < 0.014 || (place >= 0.043 && place < 0.044),
    isLater: place >= 0.014 && place < 0.028,
    isInBurst: place >= 0.028 && place < 0.044,
    isRepeated: place < 0.044,
  };
};

const threeYears = 3 * 365;

/** Most repeated records differ by their lease: the later the record, the later its lease. */
const leaseElements = (life: Life, snapshot: number): Elements => {
  const random = randomFor(life, 'leasing');
  if (!random.chance(repeatsOf(life).isRepeated ? 0.95 : 0.05)) return {};

  const start = Math.min(life.firstRegistered + random.below(2 * 365), extractDay - 1);
  const from = start + snapshot * (threeYears + 1);
  return {LeasingGyldigFra: dateText(from), LeasingGyldigTil: dateText(from + threeYears)};
};

/** A third of the repeated records have another status date, before or after the first. */
const statusDayIn = (life: Life, snapshot: number): Day => {
  const random = randomFor(life, 'snapshot');
  if (snapshot === 0 || !random.chance(0.33)) return life.statusDay;
  const moved = life.statusDay + snapshot * random.between(-400, 400);
  return Math.max(life.firstRegistered, Math.min(moved, extractDay - 1));
};

/** A repeated record of a registered vehicle can be that of another registration in preparation. */
const registrationIn = (life: Life, snapshot: number): string | undefined => {
  const isPrepared = snapshot > 0 && randomFor(life, 'preparation').chance(0.05);
  return isPrepared && isRegistered(life) ? 'UnderUdarbejdelse' : life.registration;
};

/** A repeated record lists the same equipment in another order. */
const reordered = <Value>(values: Value[], snapshot: number): Value[] => {
  if (snapshot === 0) return values;
  const start = snapshot % Math.max(1, values.length);
  return [...values.slice(start), ...values.slice(0, start)].reverse();
};

const drawCreatedFrom = weighted([
  ['CocDokument', 430],
  ['Typeattest', 300],
  ['Registreringssyn', 220],
  ['ForespurgtKøretøj', 45],
  ['PrøvemærkeBestilling', 5],
]);

const badFirstDates = ['1086-09-06+01:00', '3015-04-01+02:00', '0001-01-01+01:00'];

const drawFirstDate = (random: Random, {firstRegistered}: Life): string | undefined => {
  const style = random.unit();
  if (style < 0.00008) return undefined;
  return style < 0.0004 ? random.pick(badFirstDates) : dateText(firstRegistered);
};

/** Vehicles without a registration status mostly have no date of one, either. */
const drawRecord = (life: Life, statusDate: string) => {
  const random = randomFor(life, 'record');
  return {
    registrationDate: random.maybe(life.registration === undefined ? 0.1 : 0.997, statusDate),
    values: {
      OprettetUdFra: drawCreatedFrom(random),
      Status: life.status,
      StatusDato: statusDate,
      FoersteRegistreringDato: drawFirstDate(random, life),
      IbrugtagningDato: random.maybe(0.0001, dateText(life.firstRegistered)),
      StelNummer: vinOf(life),
    },
    hasOldLayout: random.chance(0.01),
  };
};

/** Until 2021, records had the owner, too: here always the same invented person. */
const owner = {EjerBrugerSamling: {EjerBruger: {PersonKoen: 3}}, AdressePostNummer: '0999'};

export const recordElements = (key: RecordKey): Elements => {
  const life = lifeOf(key);
  const vehicle = {...life, fuel: fuelOf(life)};
  const statusDate = momentText(statusDayIn(life, key.snapshot), life.statusSecond);
  const {values, registrationDate, hasOldLayout} = drawRecord(life, statusDate);
  const {usage, usages, color, body, supplementaryBodies, standard, blockings} =
    appearanceOf(vehicle);
  return {
    KoeretoejIdent: identOf(key),
    ...life.kind,
    KoeretoejAnvendelseStruktur: usage,
    KoeretoejAnvendelseSamlingStruktur: {
      KoeretoejAnvendelseSamling: {KoeretoejAnvendelseStruktur: usages},
    },
    ...leaseElements(life, key.snapshot),
    ...plateElements(life),
    KoeretoejOplysningGrundStruktur: {
      ...vehicleElements({...technicalOf(vehicle), ...values}),
      KoeretoejBetegnelseStruktur: designationOf(life),
      KoeretoejFarveStruktur: {FarveTypeStruktur: color},
      KarrosseriTypeStruktur: body,
      KoeretoejSupplerendeKarrosseriSamlingStruktur: {
        KoeretoejSupplerendeKarrosseriSamling: {
          KoeretoejSupplerendeKarrosseriTypeStruktur: supplementaryBodies,
        },
      },
      KoeretoejNormStruktur: {NormTypeStruktur: standard},
      ...engineAndEnvironment(vehicle, hasOldLayout),
      KoeretoejUdstyrSamlingStruktur: {
        KoeretoejUdstyrSamling: {
          KoeretoejUdstyrStruktur: reordered(equipmentOf(vehicle), key.snapshot),
        },
      },
      KoeretoejBlokeringAarsagListeStruktur: {
        KoeretoejBlokeringAarsagListe: {KoeretoejBlokeringAarsag: blockings},
      },
    },
    ...(hasOldLayout ? owner : {}),
    SynResultatStruktur: inspectionElements(vehicle),
    KoeretoejRegistreringStatus: registrationIn(life, key.snapshot),
    KoeretoejRegistreringStatusDato: registrationDate,
    TilladelseSamling: permitElements(life),
  };
};
