import {type Day, dateText, dayOf, extractDay} from '../dates.ts';
import {type Random, randomFor, weighted} from '../random.ts';
import type {Elements} from '../xml.ts';
import {isRegistered, type Life, type Vehicle} from './life.ts';
import {profiles} from './profiles.ts';

const drawType = weighted([
  ['PeriodiskSyn', 8_697],
  ['RegistreringsSyn', 1_250],
  ['KontrolSyn', 33],
  ['RegistreringssynToldsyn', 19],
  ['MOT', 1],
]);

const drawResult = weighted([
  ['Godkendt', 9_950],
  ['KanGodkendesVedOmsynAfSynsvirksomhed', 22],
  ['IkkeGodkendt', 16],
  ['KanGodkendesVedOmsynAfOmsynsvirksomhed', 8],
  ['IkkeGodkendtKanGenfremstilles', 2],
  ['IkkeFuldstaendigtSyn', 2],
]);

const firstOnRecord = dayOf(1998, 1, 1);

const shareOf = ({family, year}: Vehicle): number => {
  const {inspectedShare: share} = profiles[family];
  if (year >= 2023) return share * 0.15;
  return year >= 2005 ? share : share * 0.75;
};

/** The day of the inspection: within the last two years for registered vehicles, else before the deregistration. */
const drawDay = (random: Random, life: Life): Day => {
  const last = isRegistered(life)
    ? extractDay - random.between(1, 730)
    : life.statusDay - random.below(700);
  return Math.max(firstOnRecord, life.firstRegistered, last);
};

/**
 * The reading on both the engine and the inspection: in thousands of kilometres, but half a percent
 * in kilometres, and a few far beyond any vehicle.
 */
export const odometerOf = (vehicle: Vehicle): number => {
  const random = randomFor(vehicle, 'odometer');
  const style = random.unit();
  if (style < 0.0002) return 99_999_999_999;
  const thousands = Math.min(990, Math.floor((2027 - vehicle.year) * random.between(2, 22)));
  return style < 0.0052 ? thousands * 1000 + random.below(1000) : thousands;
};

/** The latest inspection, the only one on record. */
export const inspectionElements = (vehicle: Vehicle): Elements => {
  const random = randomFor(vehicle, 'inspection');
  if (!random.chance(shareOf(vehicle)) || vehicle.statusDay < firstOnRecord) return {};
  const type = drawType(random);
  const date = dateText(drawDay(random, vehicle));
  return {
    SynResultatSynsType: type,
    SynResultatSynsDato: date,
    SynResultatSynsResultat: drawResult(random),
    SynResultatSynStatus: 'Aktiv',
    SynResultatSynStatusDato: date,
    KoeretoejMotorKilometerstand: random.maybe(0.969, odometerOf(vehicle)),
  };
};
