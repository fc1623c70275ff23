import {z} from 'zod';

export type InspectionRule =
  | 'FourYearsThenEveryTwo'
  | 'EveryTwoYears'
  | 'EveryYear'
  | 'VeteranEveryEightYears';

/** An estimate of the next periodic inspection. */
export const InspectionEstimate = z.object({
  date: z.iso.date().describe('Day by which the next periodic inspection is due, as an estimate.'),
  rule: z
    .string()
    .describe(
      'The rule that it follows: FourYearsThenEveryTwo, EveryTwoYears, EveryYear or VeteranEveryEightYears. There can be others, for rules change.',
    ),
  lastInspectedOn: z.iso
    .date()
    .nullable()
    .describe(
      'Date of the approved periodic inspection it counts from; null if it counts from `firstRegisteredOn`.',
    ),
  grossWeightKg: z
    .int()
    .nullable()
    .describe('Permitted gross mass in kg, by which the rule was found.'),
});

export type InspectionEstimate = z.output<typeof InspectionEstimate>;
