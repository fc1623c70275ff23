import {fuelNames} from '#core/domain/english.ts';
import {type FieldContext, parseNumber} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {engineFields, type Fuel, fuelFields, fuelPath} from '#mappings/fields/engine.ts';
import {responseFrom} from '#mappings/fields/shape.ts';
import {allAt, childAt, referenceAt, textAt, translatedAt} from './element.ts';
import {fieldReader} from './read-fields.ts';

const readEngineFields = fieldReader(engineFields);

/** Undefined where the register holds no engine record: the API answers 204. */
export const readEngine = (
  record: RecordTree,
  engine: RecordTree | undefined,
  fuels: readonly Fuel[],
  context: FieldContext,
) =>
  engine && {
    ...readEngineFields(record, context),
    ...readOdometer(engine),
    ...(fuels.length > 0 && {fuels: [...fuels]}),
  };

/** A value up to 2,000 counts thousands of km; a few readings are in km; anything above is noise. */
const toKm = (value: number): number | undefined => {
  if (!Number.isInteger(value) || value < 0) return undefined;
  if (value <= 2000) return value * 1000;
  return value <= 2_000_000 ? value : undefined;
};

/** The odometer reading as the register has it, and in km where it is plausible. */
export const readOdometer = (node: RecordTree) => {
  const raw = textAt(node, 'KoeretoejMotorKilometerstand');
  if (raw === undefined) return {};
  const value = parseNumber(raw);
  const km = value === undefined ? undefined : toKm(value);
  return {odometerReadingRaw: raw, ...(km !== undefined && {odometerReadingKm: km})};
};

/** Fuels whose 0 is a measurement; elsewhere the register writes 0 for "not measured". */
const emissionFree: ReadonlySet<string> = new Set(['El', 'Brint']);

export const isEmissionFree = ({type}: Pick<Fuel, 'type'>): boolean =>
  emissionFree.has(type?.originalName ?? '');

const readFuelFields = fieldReader(fuelFields, `${fuelPath}/`);
const toFuel = responseFrom(fuelFields);

const readFuel = (node: RecordTree, context: FieldContext): Fuel => {
  const fuel = toFuel({
    ...readFuelFields(node, context),
    type: translatedAt(childAt(node, 'DrivkraftTypeStruktur'), 'DrivkraftType', fuelNames),
    measurementNorm: referenceAt(childAt(node, 'MaaleNormStruktur'), 'KoeretoejMotorMaaleNormType'),
  });
  return {
    ...fuel,
    isPrimary: fuel.isPrimary ?? false,
    co2GPerKm: fuel.co2GPerKm === 0 && !isEmissionFree(fuel) ? null : fuel.co2GPerKm,
  };
};

/** Until 2021 one fuel lay directly under the engine, and its CO2 under the environment. */
const inNewLayout = (engine: RecordTree, environment: RecordTree): RecordTree => ({
  DrivkraftTypeStruktur: childAt(engine, 'DrivkraftTypeStruktur') ?? '',
  KoeretoejBraendstofStruktur: {
    KoeretoejMotorKmPerLiter: textAt(engine, 'KoeretoejMotorKmPerLiter') ?? '',
    KoeretoejMiljoeOplysningCO2Udslip:
      textAt(environment, 'KoeretoejMiljoeOplysningCO2Udslip') ?? '',
  },
  KoeretoejMotorDrivmiddelPrimaer: 'true',
});

/** Whether the old layout has a fuel at all: anything that it says of one. */
const isThere = ({type, fuelEconomyKmPerL, co2GPerKm}: Fuel): boolean =>
  type !== null || fuelEconomyKmPerL !== null || co2GPerKm !== null;

/** Those without an id come last. */
const numberOf = (reference: {readonly id: string} | null): number =>
  reference === null ? Number.POSITIVE_INFINITY : Number(reference.id);

/** The primary entry first. Where several or none are, by fuel and norm: NEDC-2 before WLTP. */
const byPrecedence = (a: Fuel, b: Fuel): number =>
  Number(b.isPrimary) - Number(a.isPrimary) ||
  numberOf(a.type) - numberOf(b.type) ||
  numberOf(a.measurementNorm) - numberOf(b.measurementNorm);

/**
 * The fuels of an engine, the primary one first. One fuel measured under two norms is two entries;
 * their order in the register means nothing.
 */
export const readFuels = (
  engine: RecordTree | undefined,
  environment: RecordTree | undefined,
  context: FieldContext,
): readonly Fuel[] => {
  if (!engine) return [];
  const entries = allAt(engine, [
    'KoeretoejDrivmiddelSamlingStruktur',
    'KoeretoejDrivmiddelSamling',
    'DrivmiddelStruktur',
  ]);
  if (entries.length === 0) {
    return [readFuel(inNewLayout(engine, environment ?? {}), context)].filter(isThere);
  }
  return entries.map(entry => readFuel(entry, context)).toSorted(byPrecedence);
};
