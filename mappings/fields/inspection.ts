import {z} from 'zod';
import {fieldsBelow} from './field.ts';

const {day, odometerReading, originalWord, word} = fieldsBelow('SynResultatStruktur/');

/** The latest inspection report, the only one that the register keeps. It has no defects and no next date. */
export const inspectionFields = {
  type: word(
    'SynResultatSynsType',
    'PeriodicInspection',
    'PeriodicInspection, ControlInspection, MotInspection, RegistrationInspection or RegistrationCustomsInspection.',
  ),
  typeOriginal: originalWord('SynResultatSynsType', 'PeriodiskSyn', 'type'),
  result: word(
    'SynResultatSynsResultat',
    'Approved',
    'Approved, NotApproved, ApprovableAfterReinspectionByReinspectionCompany, ApprovableAfterReinspectionByInspectionCompany, NotApprovedMayBePresentedAgain or Incomplete.',
  ),
  resultOriginal: originalWord('SynResultatSynsResultat', 'Godkendt', 'result'),
  date: day('SynResultatSynsDato', '2024-03-05', 'Date of the latest inspection.'),
  status: word(
    'SynResultatSynStatus',
    'Active',
    'Active, Cancelled or CancelledAfterReminderDeadline.',
  ),
  statusOriginal: originalWord('SynResultatSynStatus', 'Aktiv', 'status'),
  statusDate: day('SynResultatSynStatusDato', '2024-03-05', 'Date the status was set.'),
  ...odometerReading('KoeretoejMotorKilometerstand'),
  reinspectionDeadline: day(
    'SynResultatOmsynMoedeDato',
    '2026-03-02',
    'Date by which the vehicle has to be presented for reinspection. Not seen in any extract so far.',
  ),
} as const;

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
      'The rule that applies: FourYearsThenEveryTwo, EveryTwoYears, EveryYear or VeteranEveryEightYears. New rules can be added.',
    ),
  lastInspectedOn: z.iso
    .date()
    .nullable()
    .describe(
      'Date of the approved periodic inspection that the rule counts from; null if it counts from `firstRegisteredOn`.',
    ),
  grossWeightKg: z
    .int()
    .nullable()
    .describe('Permitted gross mass in kg, on which the rule depends.'),
});

export type InspectionEstimate = z.output<typeof InspectionEstimate>;
