import {availableParallelism, cpus, loadavg} from 'node:os';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Three digits that matter. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/** The median of several rounds, and the least and the most; nothing where nothing was measured. */
export const spread = (values: readonly number[]): string =>
  values.some(Number.isNaN)
    ? ''
    : `${rounded(median(values))} (${rounded(Math.min(...values))}–${rounded(Math.max(...values))})`;

export const machine = (): string =>
  `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`;

/** The machine, and how busy it was: figures of a busy one compare only within their run. */
export const busyMachine = (): string => `${machine()}, load ${loadavg()[0]?.toFixed(1)}`;
