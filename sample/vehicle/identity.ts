import {yearOf} from '../dates.ts';
import {randomFor} from '../random.ts';
import type {Life} from './life.ts';

const vinAlphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const placeholders = ['UKENDT', 'UOPLYST', '-', '0'];

/** More vehicles than this and the digits that make an ident unique run out. */
export const mostVehicles = 999_999_999;

/**
 * The register's own key: mostly 16 digits, just under 2^53. Nine in ten thousand have 17 to 19, as
 * nothing in the format keeps them shorter; 9223372036854775807 bounds them.
 */
export const identOf = (seed: number, vehicle: number): string => {
  const random = randomFor(seed, vehicle, 'ident');
  const style = random.unit();
  const serial = String(vehicle).padStart(9, '0');
  if (style < 0.0009) {
    const digits = random.between(17, 19);
    const lead = String(random.below(1_000_000_000))
      .padStart(9, '0')
      .slice(0, digits - 10);
    return `${random.between(1, 8)}${lead}${serial}`;
  }
  if (style < 0.25) return `10${random.between(10_000, 99_999)}${serial}`;
  return String(9_000_000_000_000_000 + vehicle * 7 + random.below(7));
};

const modernVin = (seed: number, vehicle: number): string => {
  const random = randomFor(seed, vehicle, 'vin');
  let vin = '';
  for (let length = 0; length < 11; length++) vin += vinAlphabet[random.below(33)];
  return vin + String(vehicle % 1_000_000).padStart(6, '0');
};

/** 17 characters since 1981, any frame number before; a few placeholders, a few that recur. */
export const vinOf = (seed: number, vehicle: number, life: Life): string => {
  const random = randomFor(seed, vehicle, 'vinStyle');
  const style = random.unit();
  if (style < 0.0008) return random.pick(placeholders);
  if (style < 0.0018) return modernVin(seed, Math.max(0, vehicle - random.between(1, 1_000)));
  if (yearOf(life.firstRegistered) >= 1981) return modernVin(seed, vehicle);
  return String(random.between(1_000, 99_999_999));
};
