/** The start of a month such as `2026-12` in UTC, and its end, which is the start of the next. */
export const boundsOf = (month: string): {readonly start: Date; readonly end: Date} => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return {start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number))};
};
