import {danishOffset, danishOffsetOf} from './danish-time.ts';

/**
 * The register names its files `ESStatistikListeModtag-YYYYMMDD-HHMMSS.zip`, in Danish time. The two
 * groups of digits are the stamp of an extract.
 */
const stamped = /ESStatistikListeModtag-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)/;
const wholeName = new RegExp(`^${stamped.source}\\.zip$`);

/** The stamp of an ISO instant: `2026-07-26T01:15:00Z` → `20260726-031500`. */
export const toStamp = (instant: string): string => {
  const utc = new Date(instant);
  const digits = new Date(utc.getTime() + danishOffset(utc)).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
};

/**
 * The instant of the stamp in a file name, in ISO 8601 and UTC; `null` for a name without a valid
 * stamp. In the hour that occurs twice in October, the second occurrence is assumed.
 */
export const instantInName = (fileName: string): string | null => {
  const [, ...digits] = stamped.exec(fileName) ?? [];
  if (digits.length === 0) return null;
  const [year, month, day, hour, minute, second] = digits;
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  // A day or an hour that does not exist is no stamp; February 30 would roll over to March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day)) return null;
  return new Date(asUtc.getTime() - danishOffsetOf(asUtc)).toISOString();
};

/**
 * The start of a retention of some days. They count from the time of the newest extract, unless the clock is
 * behind it. By a clock that is years ahead, everything would be too old.
 */
export const keptSince = (
  clock: Date,
  extractedAt: string | null | undefined,
  days: number,
): Date => {
  const newest = Date.parse(extractedAt ?? '') || Number.POSITIVE_INFINITY;
  return new Date(Math.min(clock.getTime(), newest) - days * 86_400_000);
};

export const isExtractName = (fileName: string): boolean =>
  wholeName.test(fileName) && instantInName(fileName) !== null;

/** The names in the register's form, newest first; all others are left out. */
export const newestFirst = (fileNames: readonly string[]): readonly string[] =>
  fileNames.filter(isExtractName).toSorted().toReversed();
