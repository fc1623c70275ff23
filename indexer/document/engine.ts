import {engineFields, type Fuel} from '#mappings/fields/engine.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {allAt, childAt, referenceAt, textAt, translatedAt} from './element.ts';
import {fuelNames} from './english.ts';
import {type FieldContext, parseNumber} from './parse-value.ts';
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

/** Fuels whose 0 g/km is a measurement; elsewhere the register writes 0 for "not measured". */
const emitsNone: ReadonlySet<string> = new Set(['El', 'Brint']);

const positive = (text: string | undefined, most: number): number | null => {
  const value = text === undefined ? undefined : parseNumber(text);
  return value !== undefined && value > 0 && value <= most ? value : null;
};

const co2 = (text: string | undefined, type: Fuel['type']): number | null =>
  positive(text, 5000) ??
  (text !== undefined && parseNumber(text) === 0 && emitsNone.has(type?.originalName ?? '')
    ? 0
    : null);

const readFuelType = (node: RecordTree): Fuel['type'] =>
  translatedAt(childAt(node, 'DrivkraftTypeStruktur'), 'DrivkraftType', fuelNames) ?? null;

const readFuel = (node: RecordTree): Fuel => {
  const type = readFuelType(node);
  const combustion = childAt(node, 'KoeretoejBraendstofStruktur') ?? {};
  const electric = childAt(node, 'KoeretoejElforbrugStruktur') ?? {};
  const fuelCell = textAt(node, 'KoeretoejMotorBraendselscelle');
  return {
    type,
    measurementNorm:
      referenceAt(childAt(node, 'MaaleNormStruktur'), 'KoeretoejMotorMaaleNormType') ?? null,
    isPrimary: textAt(node, 'KoeretoejMotorDrivmiddelPrimaer') === 'true',
    fuelEconomyKmPerL: positive(textAt(combustion, 'KoeretoejMotorKmPerLiter'), 1000),
    co2GPerKm: co2(textAt(combustion, 'KoeretoejMiljoeOplysningCO2Udslip'), type),
    electricConsumptionWhPerKm: positive(
      textAt(electric, 'KoeretoejMotorElektriskForbrug'),
      10_000,
    ),
    fuelCell: fuelCell === undefined ? null : fuelCell === 'true',
  };
};

/** Until 2021 one fuel lay directly under the engine, its CO2 under the environment. */
const readOldLayout = (engine: RecordTree, environment: RecordTree): readonly Fuel[] => {
  const type = readFuelType(engine);
  const fuelEconomyKmPerL = positive(textAt(engine, 'KoeretoejMotorKmPerLiter'), 1000);
  if (type === null && fuelEconomyKmPerL === null) return [];
  return [
    {
      type,
      measurementNorm: null,
      isPrimary: true,
      fuelEconomyKmPerL,
      co2GPerKm: co2(textAt(environment, 'KoeretoejMiljoeOplysningCO2Udslip'), type),
      electricConsumptionWhPerKm: null,
      fuelCell: null,
    },
  ];
};

/**
 * The fuels of an engine, the primary one first. One fuel measured under two norms is two entries;
 * their order in the register means nothing.
 */
export const readFuels = (
  engine: RecordTree | undefined,
  environment: RecordTree | undefined,
): readonly Fuel[] => {
  if (!engine) return [];
  const entries = allAt(engine, [
    'KoeretoejDrivmiddelSamlingStruktur',
    'KoeretoejDrivmiddelSamling',
    'DrivmiddelStruktur',
  ]).map(readFuel);
  if (entries.length === 0) return readOldLayout(engine, environment ?? {});
  return entries.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
};
