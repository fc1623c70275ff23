/** Days are whole days since 1970-01-01; none is ever taken from the clock. */
export type Day = number;

const millisecondsPerDay = 86_400_000;

export const dayOf = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / millisecondsPerDay;

export const yearOf = (day: Day): number => new Date(day * millisecondsPerDay).getUTCFullYear();

/** The Sunday the synthetic extract was drawn: nothing in it is later, but planned and bad dates. */
export const extractDay = dayOf(2026, 11, 15);

/**
 * Denmark's offset at midnight. Summer time since 1980: from the last Sunday of March to the last of
 * October (of September until 1995).
 */
const offsetOf = (date: Date): '+01:00' | '+02:00' => {
  const month = date.getUTCMonth() + 1;
  const lastMonth = date.getUTCFullYear() < 1996 ? 9 : 10;
  if (date.getUTCFullYear() < 1980 || month < 3 || month > lastMonth) return '+01:00';

  const weekday = date.getUTCDay();
  const earliestLastSunday = month === 9 ? 24 : 25;
  const isAfterLastSunday = weekday > 0 && date.getUTCDate() - weekday >= earliestLastSunday;
  if (month === 3) return isAfterLastSunday ? '+02:00' : '+01:00';
  return month === lastMonth && isAfterLastSunday ? '+01:00' : '+02:00';
};

/** As the register writes a date: `2020-03-12+01:00`. */
export const dateText = (day: Day): string => {
  const date = new Date(day * millisecondsPerDay);
  return `${date.toISOString().slice(0, 10)}${offsetOf(date)}`;
};

/** Clocks change in the small hours: from then on a day has the offset of the next midnight. */
const hourOfChange = 3 * 3600;

/** As the register writes a moment: `2017-05-05T11:21:40.000+02:00`. */
export const momentText = (day: Day, second: number): string => {
  const moment = new Date(day * millisecondsPerDay + second * 1000);
  const midnight = new Date((second < hourOfChange ? day : day + 1) * millisecondsPerDay);
  return `${moment.toISOString().slice(0, -1)}${offsetOf(midnight)}`;
};
