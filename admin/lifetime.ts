import {InvalidArgumentError} from 'commander';

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = {h: hour, d: 24 * hour};

/** A time of at most a hundred years, `30d` or `12h`, in milliseconds. */
export const lifetime = (text: string): number => {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([hd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  if (milliseconds <= 36_525 * 24 * hour) return milliseconds;
  throw new InvalidArgumentError('It must be a number of days or hours, such as 30d or 12h.');
};
