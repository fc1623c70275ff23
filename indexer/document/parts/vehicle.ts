import {colorNames, kindNames, usageNames} from '#core/domain/english.ts';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {ground} from '#mappings/fields/field.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {isTextAt, slotKind, textAt} from '../../read/record-slots.ts';
import {listAt, slotAt} from '../../read/register-elements.ts';
import {literal} from '../bytes/json-bytes.ts';
import {parseDay} from '../parse-value.ts';
import {isHigherId} from '../references.ts';
import {ObjectWriter} from '../values/object.ts';
import {idAt, referenceWriter} from '../values/reference.ts';
import type {Write, Writing} from '../values/writing.ts';
import {inspectionEstimateWriter} from './inspection-estimate.ts';
import {usagesPath} from './technical-lists.ts';

const [quote, opening, closing] = [0x22, 0x5b, 0x5d];
const [registered, notRegistered] = [literal('"Registered"'), literal('"NotRegistered"')];

const designation = ground('KoeretoejBetegnelseStruktur');
const usageRowNumber = slotAt(`${usagesPath}/KoeretoejAnvendelseNummer`);
const statusSlot = slotAt('KoeretoejRegistreringStatus');
export const plateSlot = slotAt('RegistreringNummerNummer');

/** Whether the byte is one that plates and frame numbers have in their normal form. */
const isCapitalOrDigit = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39);

/** Writes the text of a slot that has nothing but capitals and digits; any other as `normalise` says. */
const identifierWriter =
  ({out, slots}: Writing, slot: number, most: number, normalise: (text: string) => string): Write =>
  () => {
    const [start, end] = [slots.starts[slot] as number, slots.ends[slot] as number];
    let at = start;
    if (slots.kinds[slot] === slotKind.plain && end - start <= most) {
      while (at < end && isCapitalOrDigit(slots.bytes[at] as number)) at++;
      if (at === end) {
        out.byte(quote);
        out.copy(slots.bytes, start, end);
        out.byte(quote);
        return true;
      }
    }
    const spelled = textAt(slots, slot);
    if (spelled !== undefined) out.text(JSON.stringify(normalise(spelled)));
    return spelled !== undefined;
  };

/**
 * The primary usage. Where the register lists usages without one, that with the lowest id: the order
 * in the register can change from week to week.
 */
const primaryUsageWriter = (writing: Writing): Write => {
  const {slots} = writing;
  const usages = listAt(usagesPath);
  const writePrimary = referenceWriter(
    writing,
    'KoeretoejAnvendelseStruktur/KoeretoejAnvendelse',
    usageNames,
  );
  const writeListed = referenceWriter(writing, `${usagesPath}/KoeretoejAnvendelse`, usageNames);
  const lowest = (): number | undefined => {
    const {bases, count} = slots.rowsOf(usages);
    let found: {readonly base: number; readonly id: string} | undefined;
    for (const base of bases.slice(0, count)) {
      const id = idAt(slots, base + usageRowNumber);
      if (id !== undefined && (!found || isHigherId(found.id, id))) found = {base, id};
    }
    return found?.base;
  };
  return () => {
    if (writePrimary(0)) return true;
    const base = lowest();
    return base !== undefined && writeListed(base);
  };
};

const leasingWriter = ({out, slots}: Writing): Write => {
  const [from, to] = [slotAt('LeasingGyldigFra'), slotAt('LeasingGyldigTil')];
  const dayAt = (slot: number) => {
    const text = textAt(slots, slot);
    return text === undefined ? null : (parseDay(text) ?? null);
  };
  return () => {
    const [validFrom, validTo] = [dayAt(from), dayAt(to)];
    if (validFrom === null && validTo === null) return false;
    out.text(JSON.stringify([{validFrom, validTo}]));
    return true;
  };
};

/** Whether the record says that the vehicle is registered. */
export const isRegistered = ({slots}: Writing): boolean =>
  isTextAt(slots, statusSlot, 'Registreret');

/** The vehicle's own record, as the API answers it. `current` has the id of the vehicle. */
export const vehicleWriter = (writing: Writing, current: {readonly id: string}) => {
  const {out} = writing;
  // A plate outside the alphabet stays as the register spells it; no search finds it.
  const writePlate = identifierWriter(writing, plateSlot, 10, text => toPlate(text) ?? text);
  const reference = (path: string, dictionary?: ReadonlyMap<string, string>) =>
    referenceWriter(writing, path, dictionary);

  const writeEstimate = inspectionEstimateWriter(writing);
  const vehicle: ObjectWriter<typeof vehicleFields> = new ObjectWriter(
    writing,
    vehicleFields,
    'answered',
    {
      id: () => {
        out.byte(quote);
        out.ascii(current.id);
        out.byte(quote);
        return true;
      },
      vin: identifierWriter(
        writing,
        slotAt(ground('KoeretoejOplysningStelNummer')),
        Number.POSITIVE_INFINITY,
        toVin,
      ),
      registrationNumber: writePlate,
      plates: base => {
        out.byte(opening);
        writePlate(base);
        out.byte(closing);
        return true;
      },
      registrationStatus: () => {
        out.literal(isRegistered(writing) ? registered : notRegistered);
        return true;
      },
      kind: reference('KoeretoejArt', kindNames),
      usage: primaryUsageWriter(writing),
      color: reference(ground('KoeretoejFarveStruktur/FarveTypeStruktur/FarveType'), colorNames),
      make: reference(`${designation}/KoeretoejMaerkeType`),
      model: reference(`${designation}/Model/KoeretoejModelType`),
      variant: reference(`${designation}/Variant/KoeretoejVariantType`),
      designationType: reference(`${designation}/Type/KoeretoejTypeType`),
      leasingPeriods: leasingWriter(writing),
      nextInspectionEstimate: () => writeEstimate(vehicle.members),
    },
  );
  return vehicle;
};
