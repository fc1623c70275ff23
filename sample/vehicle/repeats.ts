import {type Day, dateText, extractDay} from '../dates.ts';
import {randomFor, type VehicleKey} from '../random.ts';
import type {Elements} from '../xml.ts';
import {isRegistered, type Life} from './life.ts';

/**
 * The places of a vehicle's further records: right behind the first, a thousand vehicles later, or in
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
export const leaseElements = (life: Life, snapshot: number): Elements => {
  const random = randomFor(life, 'leasing');
  if (!random.chance(repeatsOf(life).isRepeated ? 0.95 : 0.05)) return {};

  const start = Math.min(life.firstRegistered + random.below(2 * 365), extractDay - 1);
  const from = start + snapshot * (threeYears + 1);
  return {LeasingGyldigFra: dateText(from), LeasingGyldigTil: dateText(from + threeYears)};
};

/** A third of the repeated records have another status date, before or after the first. */
export const statusDayIn = (life: Life, snapshot: number): Day => {
  const random = randomFor(life, 'snapshot');
  if (snapshot === 0 || !random.chance(0.33)) return life.statusDay;
  const moved = life.statusDay + snapshot * random.between(-400, 400);
  return Math.max(life.firstRegistered, Math.min(moved, extractDay - 1));
};

/** Of a registered vehicle, a repeated record can be that of another registration in preparation. */
export const registrationIn = (life: Life, snapshot: number): string | undefined => {
  const isPrepared = snapshot > 0 && randomFor(life, 'preparation').chance(0.05);
  return isPrepared && isRegistered(life) ? 'UnderUdarbejdelse' : life.registration;
};

/** A repeated record lists the same equipment in another order. */
export const reordered = <Value>(values: Value[], snapshot: number): Value[] => {
  if (snapshot === 0) return values;
  const start = snapshot % Math.max(1, values.length);
  return [...values.slice(start), ...values.slice(0, start)].reverse();
};
