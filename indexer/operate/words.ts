const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days`: how long ago an instant was, in the greatest unit of which there are two. */
export const ageOf = (instant: string, now: Date): string => {
  const age = Math.max(0, now.getTime() - Date.parse(instant));
  const [unit, length] = units.find(([, length]) => age >= 2 * length) ?? ['minute', 60_000];
  const count = Math.floor(age / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** `2026-11-15 02:15 UTC` */
export const inMinutes = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
