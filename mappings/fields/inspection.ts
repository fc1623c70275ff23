import {day, odometerReadingKm, odometerReadingRaw, text, word} from './field.ts';

const result = (name: string) => `SynResultatStruktur/${name}`;

/** The latest inspection report. The register keeps no other, and no defects or next date. */
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
  date: day(result('SynResultatSynsDato'), '2024-03-05', 'Date of the inspection.'),
  status: word(result('SynResultatSynStatus'), 'Active', 'Active or Cancelled.'),
  statusOriginal: text(
    result('SynResultatSynStatus'),
    'Aktiv',
    "The register's own word for the status.",
  ),
  statusDate: day(result('SynResultatSynStatusDato'), '2024-03-05', 'Date the status was set.'),
  odometerReadingKm: odometerReadingKm(result('KoeretoejMotorKilometerstand')),
  odometerReadingRaw: odometerReadingRaw(result('KoeretoejMotorKilometerstand')),
  reinspectionDeadline: day(
    result('SynResultatOmsynMoedeDato'),
    '2026-03-02',
    'Deadline for the re-inspection.',
  ),
} as const;
