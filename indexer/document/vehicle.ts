import {colorNames, kindNames, usageNames} from '#core/domain/english.ts';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {elementOf, ground} from '#mappings/fields/field.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {readEstimate} from './inspection-estimate.ts';
import {answeredReader, parseDay, type Read, type RegisterRecord} from './record-fields.ts';
import {isHigherId} from './references.ts';
import {entryReader, translatedReader} from './register-values.ts';
import {readUsages} from './technical-details.ts';

const designation = ground('KoeretoejBetegnelseStruktur');
const vinSlot = slotAt(elementOf(vehicleFields.vin));
const plateSlot = slotAt(elementOf(vehicleFields.registrationNumber));
const statusSlot = slotAt(elementOf(vehicleFields.registrationStatus));

/** A plate outside the alphabet stays as the register spells it; no search finds it. */
const readPlate: Read<string> = ({slots}) => {
  const spelled = textAt(slots, plateSlot);
  return spelled === undefined ? undefined : (toPlate(spelled) ?? spelled);
};

const readVin: Read<string> = ({slots}) => {
  const spelled = textAt(slots, vinSlot);
  return spelled === undefined ? undefined : toVin(spelled);
};

const readPrimaryUsage = translatedReader(
  'KoeretoejAnvendelseStruktur/KoeretoejAnvendelse',
  usageNames,
);

/**
 * The primary usage. If the register lists usages without a primary one, the usage with the lowest id: the order
 * in the register can change from week to week.
 */
const readUsage = (record: RegisterRecord, base: number) =>
  readPrimaryUsage(record, base) ??
  readUsages(record, base)?.reduce((lowest, usage) =>
    isHigherId(lowest.id, usage.id) ? usage : lowest,
  );

const [leasedFrom, leasedTo] = [slotAt('LeasingGyldigFra'), slotAt('LeasingGyldigTil')];

const readLeasing = ({slots}: RegisterRecord) => {
  const validFrom = parseDay(textAt(slots, leasedFrom) ?? '') ?? null;
  const validTo = parseDay(textAt(slots, leasedTo) ?? '') ?? null;
  return validFrom === null && validTo === null ? undefined : [{validFrom, validTo}];
};

/** Reads the vehicle's own members from an accepted record, whose ident is the id. */
export const readVehicle = answeredReader(vehicleFields, {
  id: ({ident}) => ident,
  vin: readVin,
  registrationNumber: readPlate,
  plates: (_, __, {registrationNumber: plate}) => (plate ? [plate] : []),
  registrationStatus: ({slots}) =>
    textAt(slots, statusSlot) === 'Registreret' ? 'Registered' : 'NotRegistered',
  kind: translatedReader('KoeretoejArt', kindNames),
  usage: readUsage,
  color: translatedReader(ground('KoeretoejFarveStruktur/FarveTypeStruktur/FarveType'), colorNames),
  make: entryReader(`${designation}/KoeretoejMaerkeType`),
  model: entryReader(`${designation}/Model/KoeretoejModelType`),
  variant: entryReader(`${designation}/Variant/KoeretoejVariantType`),
  designationType: entryReader(`${designation}/Type/KoeretoejTypeType`),
  leasingPeriods: readLeasing,
  nextInspectionEstimate: (record, _, vehicle) => readEstimate(record, vehicle),
});
