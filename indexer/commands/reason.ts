import {InvalidArgumentError} from 'commander';

/** Reads the reason a person gives for what the rules do not allow by themselves. */
export const reason = (text: string): string => {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must be the reason, which is recorded.');
};
