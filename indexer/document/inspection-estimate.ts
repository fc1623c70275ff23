import {fieldNotes, ground} from '#mappings/fields/field.ts';
import {massFields} from '#mappings/fields/technical-details.ts';
import type {VehicleResponse} from '#mappings/vehicle-document.ts';
import {type RecordSlots, slotKind, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {estimateInspection, type InspectionFacts} from './inspection-rules.ts';
import {parseDay, parseNumber} from './parse-value.ts';
import type {RegisterRecord} from './record-fields.ts';
import {listReader} from './register-values.ts';
import {permitPath} from './technical-details.ts';

const weightSlot = slotAt(ground('KoeretoejOplysningTotalVaegt'));
const [least = 0, most = 0] = fieldNotes.get(massFields.grossWeightKg)?.range ?? [];

const inspection = 'SynResultatStruktur';
const inspectionSlot = slotAt(inspection);
const [type, result, status, date] = [
  slotAt(`${inspection}/SynResultatSynsType`),
  slotAt(`${inspection}/SynResultatSynsResultat`),
  slotAt(`${inspection}/SynResultatSynStatus`),
  slotAt(`${inspection}/SynResultatSynsDato`),
];

const [permitName, permitStart, permitEnd] = [
  slotAt(`${permitPath}/TilladelseTypeStruktur/TilladelseTypeNavn`),
  slotAt(`${permitPath}/TilladelseGyldigFra`),
  slotAt(`${permitPath}/TilladelseGyldigTil`),
];

const grossWeight = (slots: RecordSlots): number | undefined => {
  const value = parseNumber(textAt(slots, weightSlot) ?? '');
  const isPlausible = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return isPlausible ? value : undefined;
};

export const hasInspection = ({slots}: RegisterRecord): boolean =>
  slots.kinds[inspectionSlot] === slotKind.elements;

const latestInspection = (record: RegisterRecord): InspectionFacts['inspection'] => {
  const {slots} = record;
  if (!hasInspection(record)) return undefined;
  return {
    type: textAt(slots, type),
    result: textAt(slots, result),
    status: textAt(slots, status),
    date: parseDay(textAt(slots, date) ?? ''),
  };
};

/** Later than any day of the register. */
const someDay = '9999-12-31';

const readPermits = listReader(permitPath, ({slots}, base) => {
  const until = textAt(slots, base + permitEnd);
  return {
    name: textAt(slots, base + permitName) ?? '',
    from: parseDay(textAt(slots, base + permitStart) ?? ''),
    // An end that cannot be read is on some day.
    until: until === undefined ? undefined : (parseDay(until) ?? someDay),
  };
});

type Vehicle = {
  readonly [Name in 'kind' | 'usage' | 'firstRegisteredOn']?: VehicleResponse[Name] | undefined;
};

/** The estimate of the next inspection of a registered vehicle, of which these members were read. */
export const readEstimate = (
  record: RegisterRecord,
  {kind, usage, firstRegisteredOn}: Vehicle,
): ReturnType<typeof estimateInspection> => {
  if (!firstRegisteredOn) return undefined;
  const facts = {
    kind: kind?.originalName ?? '',
    usage: usage?.originalName,
    grossWeightKg: grossWeight(record.slots),
    firstRegisteredOn,
    permits: readPermits(record, 0) ?? [],
    inspection: latestInspection(record),
  };
  return estimateInspection(facts, record.extractedOn);
};
