/** `2026-12` → its start and its end in UTC, which is the start of the next month. */
export const boundsOf = (month: string): {readonly start: Date; readonly end: Date} => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return {start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number))};
};
