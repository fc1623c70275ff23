import {fuelNames} from '#core/domain/english.ts';
import {fuelFields, fuelPath} from '#mappings/fields/engine.ts';
import {isTextAt, type RecordSlots, smallNumberAt, textAt} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {literal} from '../bytes/json-bytes.ts';
import {fieldOf} from '../values/field.ts';
import {measuredWriter} from '../values/measured.ts';
import {type Member, ObjectWriter} from '../values/object.ts';
import {idAt, referenceWriter} from '../values/reference.ts';
import type {Writing} from '../values/writing.ts';

/** Where bytes were written; nowhere if `end` is 0. */
type Place = {start: number; end: number};

/** The members of a fuel that other parts of the document have of the primary one. */
const shared = [
  'type',
  'co2GPerKm',
  'fuelEconomyKmPerL',
  'electricConsumptionWhPerKm',
  'measurementNorm',
] as const;

export type SharedMember = (typeof shared)[number];

/** An entry of the fuels as it was written, with what decides on its order and on other values. */
export type FuelEntry = Place & {
  isTyped: boolean;
  isPrimary: boolean;
  isEmissionFree: boolean;
  /** The ids of its fuel and its norm; those without one come last. */
  type: number;
  norm: number;
  readonly values: Readonly<Record<SharedMember, Place>>;
};

export const newEntry = (): FuelEntry => ({
  start: 0,
  end: 0,
  isTyped: false,
  isPrimary: false,
  isEmissionFree: false,
  type: 0,
  norm: 0,
  values: {
    type: {start: 0, end: 0},
    co2GPerKm: {start: 0, end: 0},
    fuelEconomyKmPerL: {start: 0, end: 0},
    electricConsumptionWhPerKm: {start: 0, end: 0},
    measurementNorm: {start: 0, end: 0},
  },
});

const typePath = `${fuelPath}/DrivkraftTypeStruktur/DrivkraftType`;
const normPath = `${fuelPath}/MaaleNormStruktur/KoeretoejMotorMaaleNormType`;
const typeName = slotAt(`${typePath}Navn`);
const [typeNumber, normNumber] = [slotAt(`${typePath}Nummer`), slotAt(`${normPath}Nummer`)];

const [yes, no] = [literal('true'), literal('false')];
const letterT = 0x74;

const note = (place: Place, {isFilled, start, end}: Member): void => {
  place.start = start;
  place.end = isFilled ? end : 0;
};

/** The number of an entry of the register's lists. */
const numberOf = (slots: RecordSlots, slot: number, {isFilled}: Member): number =>
  isFilled ? (smallNumberAt(slots, slot) ?? Number(textAt(slots, slot))) : Number.POSITIVE_INFINITY;

/** Writes entries of the fuels, in the form of the response. */
export class FuelWriter {
  readonly #writing: Writing;
  readonly #object: ObjectWriter<typeof fuelFields>;
  /** Whether the entry is known to be the primary one. */
  #isOnly = false;

  constructor(writing: Writing) {
    const {out} = writing;
    const primary = fieldOf(writing, 'isPrimary', fuelFields.isPrimary);
    this.#writing = writing;
    this.#object = new ObjectWriter(writing, fuelFields, 'answered', {
      type: referenceWriter(writing, typePath, fuelNames),
      measurementNorm: referenceWriter(writing, normPath),
      isPrimary: base => {
        if (this.#isOnly) out.literal(yes);
        else if (!primary?.write(base)) out.literal(no);
        return true;
      },
      // The register writes 0 for "not measured", but for fuels that emit nothing.
      co2GPerKm: measuredWriter(writing, 'co2GPerKm', fuelFields.co2GPerKm, base =>
        this.#isEmissionFree(base),
      ),
    });
  }

  /** Writes the entry at `base` and notes it. `isOnly` says that it is the primary one. */
  write(base: number, isOnly: boolean, entry: FuelEntry): void {
    const {out, slots} = this.#writing;
    this.#isOnly = isOnly;
    entry.start = out.at;
    this.#object.write(base);
    entry.end = out.at;
    entry.isTyped = this.#object.members.type.isFilled;
    entry.isPrimary = out.bytes[this.#object.members.isPrimary.start] === letterT;
    entry.isEmissionFree = entry.isTyped && this.#isEmissionFree(base);
    for (const name of shared) note(entry.values[name], this.#object.members[name]);
    if (isOnly) return;
    entry.type = numberOf(slots, base + typeNumber, this.#object.members.type);
    entry.norm = numberOf(slots, base + normNumber, this.#object.members.measurementNorm);
  }

  /** Electricity and hydrogen. Only a fuel with a number is known by its name. */
  #isEmissionFree(base: number): boolean {
    const {slots} = this.#writing;
    const [type, name] = [base + typeNumber, base + typeName];
    const isNamed = isTextAt(slots, name, 'El') || isTextAt(slots, name, 'Brint');
    return isNamed && idAt(slots, type) !== undefined;
  }
}
