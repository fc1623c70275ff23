import {fuelNames} from '#core/domain/english.ts';
import {engineFields, type Fuel, fuelFields, fuelPath} from '#mappings/fields/engine.ts';
import {elementOf, ground} from '#mappings/fields/field.ts';
import {type RecordSlots, slotKind} from '../read/record-slots.ts';
import {listAt, slotAt} from '../read/register-elements.ts';
import {answeredReader, type RegisterRecord, storedReader} from './record-fields.ts';
import {entryReader, listReader, odometerReader, translatedReader} from './register-values.ts';

const engineSlot = slotAt(ground('KoeretoejMotorStruktur'));
const list = listAt(fuelPath);
const inFuel = (name: string) => slotAt(`${fuelPath}/${name}`);
const inEngine = (name: string) => slotAt(ground(`KoeretoejMotorStruktur/${name}`));

const fuelType = 'DrivkraftTypeStruktur/DrivkraftType';
const economy = 'KoeretoejMotorKmPerLiter';
const co2 = 'KoeretoejMiljoeOplysningCO2Udslip';
const co2BeforeFuels = slotAt(ground(`KoeretoejMiljoeOplysningStruktur/${co2}`));

/** Until 2021 one fuel lay directly under the engine, and its CO2 under the environment. */
const oldLayout = [
  [inEngine(`${fuelType}Nummer`), inFuel(`${fuelType}Nummer`)],
  [inEngine(`${fuelType}Navn`), inFuel(`${fuelType}Navn`)],
  [inEngine(economy), inFuel(`KoeretoejBraendstofStruktur/${economy}`)],
  [co2BeforeFuels, inFuel(`KoeretoejBraendstofStruktur/${co2}`)],
] as const;

/** Adds a row with the old layout's data of the one fuel. Returns its base. */
const rowOfOldLayout = (slots: RecordSlots): number => {
  const base = slots.addRow(list);
  for (const [from, to] of oldLayout) slots.copy(from, base + to);
  return base;
};

/** Fuels whose 0 is a measurement; elsewhere the register writes 0 for "not measured". */
const emissionFree: ReadonlySet<string> = new Set(['El', 'Brint']);

export const isEmissionFree = ({type}: Pick<Fuel, 'type'>): boolean =>
  emissionFree.has(type?.originalName ?? '');

const readFuelFields = answeredReader(fuelFields, {
  type: translatedReader(`${fuelPath}/${fuelType}`, fuelNames),
  measurementNorm: entryReader(`${fuelPath}/MaaleNormStruktur/KoeretoejMotorMaaleNormType`),
});

const readFuel = (record: RegisterRecord, base: number): Fuel => {
  const fuel = readFuelFields(record, base);
  const co2GPerKm = fuel.co2GPerKm === 0 && !isEmissionFree(fuel) ? null : fuel.co2GPerKm;
  return {...fuel, isPrimary: fuel.isPrimary === true, co2GPerKm};
};

const readRows = listReader(fuelPath, readFuel);

/** Whether the old layout has a fuel at all, that is, any data of one. */
const isThere = ({type, fuelEconomyKmPerL, co2GPerKm}: Fuel): boolean =>
  type !== null || fuelEconomyKmPerL !== null || co2GPerKm !== null;

/** A sort key: entries without an id come last. */
const numberOf = (entry: {readonly id: string} | null): number =>
  entry === null ? Number.POSITIVE_INFINITY : Number(entry.id);

/** The primary entry first. If several are primary, or none, by fuel and norm: NEDC-2 before WLTP. */
const byPrecedence = (a: Fuel, b: Fuel): number =>
  Number(b.isPrimary) - Number(a.isPrimary) ||
  numberOf(a.type) - numberOf(b.type) ||
  numberOf(a.measurementNorm) - numberOf(b.measurementNorm);

export const hasEngine = ({slots}: RegisterRecord): boolean =>
  slots.kinds[engineSlot] === slotKind.elements;

/**
 * The fuels of an engine, the primary one first; none where the record has no engine. One fuel measured under two
 * norms is two entries; their order in the register means nothing.
 */
export const readFuels = (record: RegisterRecord): Fuel[] => {
  if (!hasEngine(record)) return [];
  const rows = readRows(record, 0);
  if (rows) return rows.toSorted(byPrecedence);
  const fuel = readFuel(record, rowOfOldLayout(record.slots));
  return isThere(fuel) ? [{...fuel, isPrimary: true}] : [];
};

/** A record with its fuels, which were read from it. */
export type FuelledRecord = RegisterRecord & {readonly fuels: Fuel[]};

/** The engine with its fuels. */
export const readEngine = storedReader<typeof engineFields, FuelledRecord>(engineFields, {
  fuels: ({fuels}) => (fuels.length === 0 ? undefined : fuels),
  odometerReadingKm: odometerReader(elementOf(engineFields.odometerReadingKm)),
});
