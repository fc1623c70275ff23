import {yearOf} from '../dates.ts';
import {randomFor, type VehicleKey} from '../random.ts';
import type {Life} from './life.ts';

const vinAlphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const placeholders = ['UKENDT', 'UOPLYST', '-', '0'];

/** With more vehicles than this, the digits that make an ident unique run out. */
export const mostVehicles = 999_999_999;

/**
 * The register's own key: mostly 16 digits, just under 2^53. Nine in ten thousand have 17 to 19, as
 * the format allows up to 9223372036854775807.
 */
export const identOf = ({seed, number}: VehicleKey): string => {
  const random = randomFor({seed, number}, 'ident');
  const style = random.unit();
  const serial = String(number).padStart(9, '0');
  if (style < 0.0009) {
    const digits = random.between(17, 19);
    const lead = String(random.below(1_000_000_000)).padStart(9, '0');
    return `${random.between(1, 8)}${lead.slice(0, digits - 10)}${serial}`;
  }
  if (style < 0.25) return `10${random.between(10_000, 99_999)}${serial}`;
  return String(9_000_000_000_000_000 + number * 7 + random.below(7));
};

const modernVin = ({seed, number}: VehicleKey): string => {
  const random = randomFor({seed, number}, 'vin');
  let vin = '';
  for (let length = 0; length < 11; length++) vin += vinAlphabet[random.below(33)];
  return vin + String(number % 1_000_000).padStart(6, '0');
};

/** 17 characters since 1981, any frame number before; a few placeholders, a few that recur. */
export const vinOf = ({seed, number, firstRegistered}: Life): string => {
  const random = randomFor({seed, number}, 'vinStyle');
  const style = random.unit();
  if (style < 0.0008) return random.pick(placeholders);
  if (style < 0.0018)
    return modernVin({seed, number: Math.max(0, number - random.between(1, 1_000))});
  if (yearOf(firstRegistered) >= 1981) return modernVin({seed, number});
  return String(random.between(1_000, 99_999_999));
};
