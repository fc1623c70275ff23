import {InvalidArgumentError} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';

/** The option that every command takes: output as JSON. */
export type JsonOption = {readonly json?: true};

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = {h: hour, d: 24 * hour};

/** The id of an account or a key. An API key in its place is not repeated, because output is kept in logs. */
export const identifier = (text: string): string => {
  if (!text.startsWith('vdl_')) return text;
  throw new UsageError(
    'This is an API key, not an id. "keys list" shows the ids of keys, "accounts list" those of accounts.',
  );
};

/** The name of a plan. `none` is reserved for accounts without a plan. */
export const planName = (text: string): string => {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== 'none') return text;
  throw new InvalidArgumentError(
    'It must be 1 to 32 of a-z, 0-9 and "-", start with a letter or digit, and not be "none".',
  );
};

/** A duration of at most a hundred years, such as `30d` or `12h`, in milliseconds. */
export const duration = (text: string): number => {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([hd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  if (milliseconds <= 36_525 * 24 * hour) return milliseconds;
  throw new InvalidArgumentError('It must be a number of days or hours, such as 30d or 12h.');
};
