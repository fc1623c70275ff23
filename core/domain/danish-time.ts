const danishTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Copenhagen',
  timeZoneName: 'longOffset',
});

/** How far Danish time is ahead of UTC at an instant, in milliseconds. */
export const danishOffset = (instant: Date): number => {
  const zone = danishTime.formatToParts(instant).find(({type}) => type === 'timeZoneName')?.value;
  return Number(/GMT\+(\d\d)/.exec(zone ?? '')?.[1] ?? 0) * 3_600_000;
};

/**
 * The same for a clock in Denmark that shows `shown`, a time written as if it were UTC. In the hour
 * that occurs twice in October, the second occurrence is assumed.
 */
export const danishOffsetOf = (shown: Date): number =>
  danishOffset(new Date(shown.getTime() - danishOffset(shown)));

/** The day that it is in Denmark at an instant: `2020-03-12`. */
export const danishDay = (instant: Date): string =>
  new Date(instant.getTime() + danishOffset(instant)).toISOString().slice(0, 10);
