import {dateText} from '../dates.ts';
import type {Inspection} from '../vehicle/inspection.ts';
import {leaves, parent} from './elements.ts';

const inspection = parent(3, 'SynResultatStruktur');
const values = leaves(4, '', [
  'SynResultatSynsType',
  'SynResultatSynsDato',
  'SynResultatSynsResultat',
  'SynResultatSynStatus',
  'SynResultatSynStatusDato',
  'KoeretoejMotorKilometerstand',
]);

export const inspectionXml = (record: Inspection | undefined): string => {
  if (record === undefined) return '';
  const date = dateText(record.day);
  return inspection(
    values({
      SynResultatSynsType: record.type,
      SynResultatSynsDato: date,
      SynResultatSynsResultat: record.result,
      SynResultatSynStatus: 'Aktiv',
      SynResultatSynStatusDato: date,
      KoeretoejMotorKilometerstand: record.odometer,
    }),
  );
};
