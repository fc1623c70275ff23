import {day, text, word} from './field.ts';
import {odometerReadingKm, odometerReadingRaw} from './odometer-fields.ts';

const result = (name: string) => `SynResultatStruktur/${name}`;

/** The latest inspection report: the register keeps one, without defects or the next date. */
export const inspectionFields = {
  type: word(
    result('SynResultatSynsType'),
    'PeriodicInspection',
    'PeriodicInspection, ControlInspection, MotInspection, RegistrationInspection or RegistrationCustomsInspection.',
  ),
  typeOriginal: text(
    result('SynResultatSynsType'),
    'PeriodiskSyn',
    "The register's own word for the type.",
  ),
  result: word(
    result('SynResultatSynsResultat'),
    'Approved',
    'Approved, NotApproved, ApprovableAfterReinspectionByReinspectionCompany, ApprovableAfterReinspectionByInspectionCompany, NotApprovedMayBePresentedAgain or Incomplete.',
  ),
  resultOriginal: text(
    result('SynResultatSynsResultat'),
    'Godkendt',
    "The register's own word for the result.",
  ),
  date: day(result('SynResultatSynsDato'), '2024-03-05', 'Day of the inspection.'),
  status: word(result('SynResultatSynStatus'), 'Active', 'Active or Cancelled.'),
  statusOriginal: text(
    result('SynResultatSynStatus'),
    'Aktiv',
    "The register's own word for the status.",
  ),
  statusDate: day(result('SynResultatSynStatusDato'), '2024-03-05', 'Day the status was set.'),
  odometerReadingKm: odometerReadingKm(result('KoeretoejMotorKilometerstand')),
  odometerReadingRaw: odometerReadingRaw(result('KoeretoejMotorKilometerstand')),
  reinspectionDeadline: day(
    result('SynResultatOmsynMoedeDato'),
    '2026-03-02',
    'Last day for the re-inspection.',
  ),
} as const;
