import {danishOffset} from '#core/domain/danish-time.ts';

/** Whole days since 1970-01-01; none is ever taken from the clock. */
export type Day = number;

const msPerDay = 86_400_000;

export const dayOf = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / msPerDay;

export const yearOf = (day: Day): number => new Date(day * msPerDay).getUTCFullYear();

/** The Sunday of the synthetic extract: only planned and bad dates are later. */
export const extractDay = dayOf(2026, 11, 15);

/** The texts made so far: a record has several dates, and all dates lie within a century. */
const texts = new Map<Day, string>();

/** A date as the register writes it, with Denmark's offset at midnight: `2020-03-12+01:00`. */
export const dateText = (day: Day): string => {
  const known = texts.get(day);
  if (known !== undefined) return known;
  const midnight = new Date(day * msPerDay);
  const hours = danishOffset(midnight) / 3_600_000;
  const text = `${midnight.toISOString().slice(0, 10)}+0${hours}:00`;
  texts.set(day, text);
  return text;
};

/** The clocks change in the small hours: later, a day has the offset of the next midnight. */
const secondOfChange = 3 * 3600;

/** A moment as the register writes it: `2017-05-05T11:21:40.000+02:00`. */
export const momentText = (day: Day, second: number): string => {
  const time = new Date(second * 1000).toISOString().slice(10, -1);
  const offset = dateText(second < secondOfChange ? day : day + 1).slice(10);
  return dateText(day).slice(0, 10) + time + offset;
};
