import {InvalidArgumentError} from 'commander';
import {digits} from './figures.ts';

/** Reads a whole number in these bounds, and says which they are. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const [from, to] = [least, most].map(digits);
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
