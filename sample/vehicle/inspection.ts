import {type Day, dayOf, extractDay} from '../dates.ts';
import {profiles} from '../lists/profiles.ts';
import {type Random, randomFor} from '../random.ts';
import {weighted} from '../weighted.ts';
import {odometerOf} from './engine/odometer.ts';
import {isRegistered, type Life} from './life.ts';
import type {Traits} from './traits.ts';

/** The latest inspection, the only one on record. */
export type Inspection = {
  readonly type: string;
  readonly day: Day;
  readonly result: string;
  readonly odometer: number | undefined;
};

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

const inspectedShare = ({family, year}: Traits): number => {
  const {inspected} = profiles[family];
  if (year >= 2023) return inspected * 0.15;
  return year >= 2005 ? inspected : inspected * 0.75;
};

/** Those on the road go every second year; the others' last one came before they left it. */
const drawDay = (random: Random, life: Life): Day => {
  const last = isRegistered(life)
    ? extractDay - random.between(1, 730)
    : life.statusDay - random.below(700);
  return Math.max(firstOnRecord, life.firstRegistered, last);
};

export const inspectionOf = (
  seed: number,
  vehicle: number,
  life: Life,
  traits: Traits,
): Inspection | undefined => {
  const random = randomFor(seed, vehicle, 'inspection');
  if (!random.chance(inspectedShare(traits)) || life.statusDay < firstOnRecord) return undefined;
  return {
    type: drawType(random),
    day: drawDay(random, life),
    result: drawResult(random),
    odometer: random.maybe(0.969, odometerOf(seed, vehicle, traits)),
  };
};
