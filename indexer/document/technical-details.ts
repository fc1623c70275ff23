import {usageNames} from '#core/domain/english.ts';
import {elementOf} from '#mappings/fields/field.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {parseInstant, parseNumber, type RegisterRecord, storedReader} from './record-fields.ts';
import {entryReader, listReader, translatedReader} from './register-values.ts';

const usagesPath = elementOf(technicalFields.usages);
const bodyPath = elementOf(technicalFields.supplementaryBodyTypes);
const blockingPath = elementOf(technicalFields.blockingReasons);
const equipmentPath = elementOf(technicalFields.equipment);
export const permitPath = elementOf(technicalFields.permits);

/** Reads all usages, which a record lists if it has more than the primary one, in the order of the register. */
export const readUsages = listReader(
  usagesPath,
  translatedReader(`${usagesPath}/KoeretoejAnvendelse`, usageNames),
);

const equipmentType = `${equipmentPath}/KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrType`;
const [equipmentName, equipmentCount] = [
  slotAt(`${equipmentType}Navn`),
  slotAt(`${equipmentPath}/KoeretoejUdstyrAntal`),
];
const readEquipmentType = entryReader(equipmentType);

/** A count of 0 means that the equipment was asked for and is not fitted; a missing count means 1. */
const readEquipment = (record: RegisterRecord, base: number) => {
  const count = parseNumber(textAt(record.slots, base + equipmentCount) ?? '') ?? 1;
  if (!Number.isSafeInteger(count) || count <= 0) return undefined;
  const type = readEquipmentType(record, base);
  if (type) return {...type, count};
  const name = textAt(record.slots, base + equipmentName);
  return name === undefined ? undefined : {id: null, name, count};
};

export const [permitStart, permitEnd] = [
  slotAt(`${permitPath}/TilladelseGyldigFra`),
  slotAt(`${permitPath}/TilladelseGyldigTil`),
];
const readPermitType = entryReader(`${permitPath}/TilladelseTypeStruktur/TilladelseType`);

/** Reads only type and period: the comment can hold personal data. */
const readPermit = (record: RegisterRecord, base: number) => {
  const type = readPermitType(record, base);
  const instantAt = (slot: number) => parseInstant(textAt(record.slots, base + slot) ?? '') ?? null;
  return type && {type, validFrom: instantAt(permitStart), validTo: instantAt(permitEnd)};
};

export const readTechnicalDetails = storedReader(technicalFields, {
  usages: readUsages,
  supplementaryBodyTypes: listReader(
    bodyPath,
    entryReader(`${bodyPath}/SupplerendeKarrosseriType`),
  ),
  equipment: listReader(equipmentPath, readEquipment),
  permits: listReader(permitPath, readPermit),
  blockingReasons: listReader(
    blockingPath,
    entryReader(`${blockingPath}/KoeretoejBlokeringAarsagType`),
  ),
});
