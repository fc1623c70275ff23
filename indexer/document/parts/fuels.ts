import {fuelPath} from '#mappings/fields/engine.ts';
import {ground} from '#mappings/fields/field.ts';
import {listAt, slotAt} from '../../read/register-elements.ts';
import {JsonBytes} from '../bytes/json-bytes.ts';
import type {Writing} from '../values/writing.ts';
import {type FuelEntry, FuelWriter, newEntry, type SharedMember} from './fuel-entry.ts';

const [comma, opening] = [0x2c, 0x5b];

const nameKey = Buffer.from(',"name":');
const originalNameKey = Buffer.from(',"originalName":');

const list = listAt(fuelPath);
const inFuel = (name: string) => slotAt(`${fuelPath}/${name}`);
const inEngine = (name: string) => slotAt(ground(`KoeretoejMotorStruktur/${name}`));

/** Until 2021 one fuel lay directly under the engine, and its CO2 under the environment. */
const oldLayout = [
  [
    inEngine('DrivkraftTypeStruktur/DrivkraftTypeNummer'),
    inFuel('DrivkraftTypeStruktur/DrivkraftTypeNummer'),
  ],
  [
    inEngine('DrivkraftTypeStruktur/DrivkraftTypeNavn'),
    inFuel('DrivkraftTypeStruktur/DrivkraftTypeNavn'),
  ],
  [
    inEngine('KoeretoejMotorKmPerLiter'),
    inFuel('KoeretoejBraendstofStruktur/KoeretoejMotorKmPerLiter'),
  ],
  [
    slotAt(ground('KoeretoejMiljoeOplysningStruktur/KoeretoejMiljoeOplysningCO2Udslip')),
    inFuel('KoeretoejBraendstofStruktur/KoeretoejMiljoeOplysningCO2Udslip'),
  ],
] as const;

/** The primary entry first. Where several or none are, by fuel and norm: NEDC-2 before WLTP. */
const byPrecedence = (a: FuelEntry, b: FuelEntry): number =>
  Number(b.isPrimary) - Number(a.isPrimary) || a.type - b.type || a.norm - b.norm;

/** Whether the old layout has a fuel at all: anything that it says of one. */
const isThere = ({isTyped, values: {fuelEconomyKmPerL, co2GPerKm}}: FuelEntry): boolean =>
  isTyped || fuelEconomyKmPerL.end > 0 || co2GPerKm.end > 0;

/**
 * The fuels of an engine, the primary one first. One fuel measured under two norms is two entries;
 * their order in the register means nothing. They are written on their own first: the engine and the
 * environment have parts of them.
 */
export class Fuels {
  /** Whether the register says of any fuel what it is. */
  readonly typed = {isFilled: false};
  readonly #writing: Writing;
  readonly #own = new JsonBytes(new ArrayBuffer(4096));
  readonly #writer: FuelWriter;
  readonly #pool: FuelEntry[] = [];
  #entries: FuelEntry[] = [];

  constructor(writing: Writing) {
    this.#writing = writing;
    this.#writer = new FuelWriter({...writing, out: this.#own});
  }

  /** Reads the fuels of a record: none where it has no engine. */
  read(hasEngine: boolean): void {
    this.#own.at = 0;
    this.#entries.length = 0;
    if (hasEngine) this.#readEntries();
    this.typed.isFilled = this.#entries.some(({isTyped}) => isTyped);
  }

  #readEntries(): void {
    const {slots} = this.#writing;
    const {bases, count} = slots.rowsOf(list);
    if (count === 0) this.#readOldLayout();
    for (let row = 0; row < count; row++) {
      this.#entries.push(this.#written(bases[row] as number, row, false));
    }
    if (count > 1) this.#entries.sort(byPrecedence);
  }

  #readOldLayout(): void {
    const {slots} = this.#writing;
    const base = slots.addRow(list);
    for (const [from, to] of oldLayout) slots.copy(from, base + to);
    const entry = this.#written(base, 0, true);
    if (isThere(entry)) this.#entries.push(entry);
  }

  #written(base: number, row: number, isOnly: boolean): FuelEntry {
    this.#pool[row] ??= newEntry();
    const entry = this.#pool[row];
    this.#writer.write(base, isOnly, entry);
    return entry;
  }

  /** Writes the list; nothing when there are no fuels. */
  write(): boolean {
    const {out} = this.#writing;
    if (this.#entries.length === 0) return false;
    out.byte(opening);
    for (const {start, end} of this.#entries) {
      out.copy(this.#own.bytes, start, end);
      out.byte(comma);
    }
    out.closeList();
    return true;
  }

  /** Writes a value of the primary fuel, if it has one. */
  writePrimary(name: SharedMember): boolean {
    const {start, end} = this.#entries[0]?.values[name] ?? {start: 0, end: 0};
    this.#writing.out.copy(this.#own.bytes, start, end);
    return end > 0;
  }

  /** Writes the name of the primary fuel, if the register says what it is. */
  writePrimaryName(): boolean {
    const {start, end} = this.#entries[0]?.values.type ?? {start: 0, end: 0};
    if (end === 0) return false;
    const {bytes} = this.#own;
    // Quotation marks inside a text are escaped, so these are the keys themselves.
    const from = bytes.indexOf(nameKey, start) + nameKey.length;
    this.#writing.out.copy(bytes, from, bytes.indexOf(originalNameKey, from));
    return true;
  }

  /** Whether the primary fuel has a value that is measured under its norm. */
  get isPrimaryMeasured(): boolean {
    const [primary] = this.#entries;
    return primary !== undefined && isMeasured(primary);
  }

  get isAnyMeasured(): boolean {
    return this.#entries.some(isMeasured);
  }

  /** Whether there are fuels, and none of them emits anything. */
  get isEmissionFree(): boolean {
    return this.#entries.length > 0 && this.#entries.every(entry => entry.isEmissionFree);
  }
}

const isMeasured = ({values}: FuelEntry): boolean =>
  values.co2GPerKm.end > 0 ||
  values.fuelEconomyKmPerL.end > 0 ||
  values.electricConsumptionWhPerKm.end > 0;
