const danishTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Copenhagen',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * The stamp of an instant, in Danish time as the register names its files:
 * `2026-07-26T01:15:00Z` → `20260726-031500`.
 */
export const toStamp = (instant: string): string => {
  const digits = danishTime.format(new Date(instant)).replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};
