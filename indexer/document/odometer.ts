import type {RecordTree} from '../records/record-tree.ts';
import {textAt} from './element.ts';
import {parseNumber} from './parse-value.ts';

const element = 'KoeretoejMotorKilometerstand';

const toKm = (value: number): number | undefined => {
  if (!Number.isInteger(value) || value < 0) return undefined;
  if (value <= 2000) return value * 1000;
  return value <= 2_000_000 ? value : undefined;
};

/** The reading as the register has it, and in km where it can be one (dmr-extract, fact 5). */
export const readOdometer = (node: RecordTree) => {
  const raw = textAt(node, element);
  if (raw === undefined) return {};
  const value = parseNumber(raw);
  const km = value === undefined ? undefined : toKm(value);
  return {odometerReadingRaw: raw, ...(km !== undefined && {odometerReadingKm: km})};
};
