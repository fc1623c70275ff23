const stamp = /ESStatistikListeModtag-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)/;

const danishTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Copenhagen',
  timeZoneName: 'longOffset',
});

/**
 * The instant in the name the register gives its files, `ESStatistikListeModtag-YYYYMMDD-HHMMSS`, as
 * an ISO instant in UTC; `null` for another name. The name tells Danish time: of an hour that
 * happens twice, in October, the second is meant.
 */
export const instantInName = (fileName: string): string | null => {
  const [, ...digits] = stamp.exec(fileName) ?? [];
  if (digits.length === 0) return null;
  const [year, month, day, hour, minute, second] = digits;
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  // A day or an hour that does not exist is no stamp; February 30 would roll over to March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day)) return null;
  const nearby = new Date(asUtc.getTime() - danishOffset(asUtc));
  return new Date(asUtc.getTime() - danishOffset(nearby)).toISOString();
};

/** How far Danish time is ahead of UTC at an instant, in milliseconds. */
const danishOffset = (instant: Date): number => {
  const zone = danishTime.formatToParts(instant).find(({type}) => type === 'timeZoneName')?.value;
  return Number(/GMT\+(\d\d)/.exec(zone ?? '')?.[1] ?? 0) * 3_600_000;
};
