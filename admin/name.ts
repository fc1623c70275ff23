import {InvalidArgumentError} from 'commander';

/** A name somebody can find again in a list: not blank, and on one line. */
export const name = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed !== '' && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw new InvalidArgumentError('It must be text on one line.');
};
