import {fieldNotes, ground} from '#mappings/fields/field.ts';
import type {vehicleFields} from '#mappings/fields/vehicle.ts';
import {massFields} from '#mappings/fields/weights.ts';
import {isTextAt, slotKind, smallNumberAt, textAt} from '../../read/record-slots.ts';
import {listAt, slotAt} from '../../read/register-elements.ts';
import {estimateInspection, type InspectionFacts} from '../inspection-rules.ts';
import {parseDay, parseNumber} from '../parse-value.ts';
import type {Member} from '../values/object.ts';
import type {Writing} from '../values/writing.ts';

const registration = slotAt('KoeretoejRegistreringStatus');
const kindName = slotAt('KoeretoejArtNavn');
const usage = 'KoeretoejAnvendelseStruktur/KoeretoejAnvendelse';
const [usageNumber, usageName] = [slotAt(`${usage}Nummer`), slotAt(`${usage}Navn`)];
const weight = slotAt(ground('KoeretoejOplysningTotalVaegt'));
const [least = 0, most = 0] = fieldNotes.get(massFields.grossWeightKg)?.range ?? [];

const inspection = 'SynResultatStruktur';
const inspectionSlot = slotAt(inspection);
const [type, result, status, date] = [
  slotAt(`${inspection}/SynResultatSynsType`),
  slotAt(`${inspection}/SynResultatSynsResultat`),
  slotAt(`${inspection}/SynResultatSynStatus`),
  slotAt(`${inspection}/SynResultatSynsDato`),
];

const permit = 'TilladelseSamling/Tilladelse/TilladelseStruktur';
const permits = listAt(permit);
const [permitName, permitStart, permitEnd] = [
  slotAt(`${permit}/TilladelseTypeStruktur/TilladelseTypeNavn`),
  slotAt(`${permit}/TilladelseGyldigFra`),
  slotAt(`${permit}/TilladelseGyldigTil`),
];

/** Later than any day of the register. */
const someDay = '9999-12-31';

type Members = {readonly [Name in keyof typeof vehicleFields]: Member};

/** Writes the estimate of a vehicle of which these members were written before. */
export const inspectionEstimateWriter = ({out, slots, extractedOn}: Writing) => {
  /** The word for the usage that was written: mostly that of the primary one. */
  const usageIn = ({isFilled, start, end}: Member): string | undefined => {
    if (!isFilled) return undefined;
    if (smallNumberAt(slots, usageNumber) !== undefined) return textAt(slots, usageName);
    return JSON.parse(out.bytes.toString('utf8', start, end)).originalName;
  };

  const grossWeight = (): number | undefined => {
    const value = smallNumberAt(slots, weight) ?? parseNumber(textAt(slots, weight) ?? '');
    const isPlausible = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return isPlausible ? value : undefined;
  };

  const latestInspection = (): InspectionFacts['inspection'] =>
    slots.kinds[inspectionSlot] === slotKind.elements
      ? {
          type: textAt(slots, type),
          result: textAt(slots, result),
          status: textAt(slots, status),
          date: parseDay(textAt(slots, date) ?? ''),
        }
      : undefined;

  /** An end that cannot be read is on some day. */
  const lastDayAt = (slot: number): string | undefined => {
    const text = textAt(slots, slot);
    return text === undefined ? undefined : (parseDay(text) ?? someDay);
  };

  const permitsIn = (): InspectionFacts['permits'] => {
    const {bases, count} = slots.rowsOf(permits);
    return bases.slice(0, count).map(base => ({
      name: textAt(slots, base + permitName) ?? '',
      from: parseDay(textAt(slots, base + permitStart) ?? ''),
      until: lastDayAt(base + permitEnd),
    }));
  };

  return ({kind, usage, firstRegisteredOn: first}: Members): boolean => {
    if (!isTextAt(slots, registration, 'Registreret') || !first.isFilled) return false;
    const estimate = estimateInspection(
      {
        kind: (kind.isFilled && textAt(slots, kindName)) || '',
        usage: usageIn(usage),
        grossWeightKg: grossWeight(),
        firstRegisteredOn: out.bytes.toString('latin1', first.start + 1, first.end - 1),
        permits: permitsIn(),
        inspection: latestInspection(),
      },
      extractedOn,
    );
    if (estimate === undefined) return false;
    out.text(JSON.stringify(estimate));
    return true;
  };
};
