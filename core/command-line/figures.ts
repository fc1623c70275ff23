/** A number in digits as people read it: `20,000`. */
export const digits = (count: number): string => count.toLocaleString('en');

/** An instant as people read it, to the minute: `2026-11-15 02:15 UTC`. */
export const toMinute = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
