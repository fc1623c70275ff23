import {z} from 'zod';
import {built, text} from './field.ts';

/** Thousands of km up to 2,000, km from there to 2,000,000, noise beyond (dmr-extract, fact 5). */
export const odometerReadingKm = (element: string) =>
  built(
    z.int().min(0).max(2_000_000),
    element,
    51_000,
    'Odometer reading in km. The register counts in thousands: a value up to 2000 is multiplied by 1000, one up to 2000000 is taken as km, anything above is noise and null.',
  );

export const odometerReadingRaw = (element: string) =>
  text(element, '51', 'The reading exactly as the register has it.');
