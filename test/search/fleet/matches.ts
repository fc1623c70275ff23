import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {NumberName} from '#core/domain/vehicle-statistics.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {danish, danishNamesakes, ids} from './random-fleet.ts';

type Entry = {readonly id: string} | null | undefined;

/** Whether an entry has one of the ids; any will do where none are wanted. */
const isOneOf = (wanted: readonly string[] | string | undefined, entry: Entry): boolean =>
  wanted === undefined || (Boolean(entry) && [wanted].flat().includes(entry?.id ?? ''));

/** Words are typed in any case, and in Danish. */
const says = (
  wanted: string | readonly string[],
  ...values: readonly (string | null | undefined)[]
): boolean =>
  values.some(value => value?.toLowerCase() === inEnglish(String(wanted)).toLowerCase());

/** The English for a word as it is typed. */
export const inEnglish = (typed: string): string => danish[typed] ?? typed;

/** The ids of the entries that a name means. */
const idsOf = (name: string | readonly string[] | undefined) =>
  name === undefined ? undefined : danishNamesakes[String(name)];

/** Whether there are entries under those that the filter asks for: a model or variant it names is one of them. */
export const namesEntries = (filter: VehicleFilter): boolean => {
  const isOpen = (...wanted: readonly (readonly string[] | string | undefined)[]) =>
    ids.some(id => wanted.every(each => isOneOf(each, {id})));
  const {makeId, makeIds, make, modelId, model, variant} = filter;
  const hasMakes = isOpen(makeId, makeIds, idsOf(make));
  if (variant !== undefined) return hasMakes && isOpen(modelId, idsOf(model));
  return model === undefined || hasMakes;
};

const days = new Map<string, string>();

/** Remembered, because a fleet has few instants and each takes long. */
export const dayInDenmark = (instant: string | null): string | null => {
  if (instant === null) return null;
  const known = days.get(instant);
  if (known !== undefined) return known;
  const day = new Date(instant).toLocaleDateString('sv-SE', {timeZone: 'Europe/Copenhagen'});
  days.set(instant, day);
  return day;
};

type NumberIn = (document: VehicleDocument) => number | null | undefined;

/** The number of a vehicle, by the name that statistics have for it. */
export const numberOf: Readonly<Record<string, NumberIn>> = {
  modelYear: ({vehicle}) => vehicle.modelYear,
  maxPowerKw: ({engine}) => engine?.maxPowerKw,
  grossWeightKg: ({technicalDetails}) => technicalDetails.grossWeightKg,
  kerbWeightKg: ({technicalDetails}) => technicalDetails.kerbWeightMinKg,
  topSpeedKmh: ({technicalDetails}) => technicalDetails.topSpeedKmh,
  co2GPerKm: ({environment}) => environment?.co2GPerKm,
  fuelEconomyKmPerL: ({environment}) => environment?.fuelEconomyKmPerL,
  electricConsumptionWhPerKm: ({environment}) => environment?.electricConsumptionWhPerKm,
  seats: ({technicalDetails}) => technicalDetails.seatsMin,
  doors: ({technicalDetails}) => technicalDetails.doorCount,
  axles: ({technicalDetails}) => technicalDetails.axleCount,
  odometerReadingKm: ({inspection}) => inspection?.odometerReadingKm,
} satisfies Readonly<Record<NumberName, NumberIn>>;

type Test<Wanted> = (wanted: Wanted, document: VehicleDocument, day: string) => boolean;
type Bound = number | string;
type Value = Bound | null | undefined;

/** Compares a value with what is wanted; a vehicle without the value never matches. */
const compared =
  (
    valueIn: (document: VehicleDocument) => Value,
    isRight: (value: Bound, bound: Bound) => boolean,
  ): Test<Bound> =>
  (bound, document) => {
    const value = valueIn(document);
    return value !== null && value !== undefined && isRight(value, bound);
  };

/** The filters by a lower and an upper bound of a value, by their names. */
const boundsOf = (from: string, to: string, valueIn: (document: VehicleDocument) => Value) =>
  [
    [from, compared(valueIn, (value, bound) => value >= bound)],
    [to, compared(valueIn, (value, bound) => value <= bound)],
  ] as const;

/** The values whose bounds are named after them. */
const bounded: Readonly<Record<string, (document: VehicleDocument) => Value>> = {
  ...numberOf,
  firstRegisteredOn: ({vehicle}) => vehicle.firstRegisteredOn,
  registrationStatusDate: ({vehicle}) => dayInDenmark(vehicle.registrationStatusDate),
  inspectionDate: ({inspection}) => inspection?.date,
};

type Bounds = `from${string}` | `to${string}` | `inspectionDue${string}`;

const own: {
  readonly [Name in Exclude<keyof VehicleFilter, Bounds>]-?: Test<NonNullable<VehicleFilter[Name]>>;
} = {
  makeId: (id, {vehicle}) => isOneOf(id, vehicle.make),
  kindId: (id, {vehicle}) => isOneOf(id, vehicle.kind),
  usageId: (id, {vehicle}) => isOneOf(id, vehicle.usage),
  colorId: (id, {vehicle}) => isOneOf(id, vehicle.color),
  makeIds: (ids, {vehicle}) => isOneOf(ids, vehicle.make),
  kindIds: (ids, {vehicle}) => isOneOf(ids, vehicle.kind),
  usageIds: (ids, {vehicle}) => isOneOf(ids, vehicle.usage),
  colorIds: (ids, {vehicle}) => isOneOf(ids, vehicle.color),
  // A model is one under a make.
  modelId: (id, {vehicle}) => isOneOf(id, vehicle.make && vehicle.model),
  variantId: (id, {vehicle}) => isOneOf(id, vehicle.variant),
  make: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.make),
  model: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.make && vehicle.model),
  variant: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.variant),
  kind: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.kind),
  usage: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.usage),
  color: (name, {vehicle}) => isOneOf(idsOf(name), vehicle.color),
  emissionStandardId: (id, {environment}) => isOneOf(id, environment?.emissionStandard),
  equipmentId: (wanted, {technicalDetails}) =>
    (technicalDetails.equipment ?? []).some(({id}) => id === wanted),
  registrationNumber: (plate, {vehicle}) => vehicle.plates.includes(plate),
  registrationNumberPrefix: (start, {vehicle}) =>
    vehicle.plates.some(plate => plate.startsWith(start)),
  vinPrefix: (start, {vehicle}) => vehicle.vin?.startsWith(start) ?? false,
  registrationStatus: (wanted, {isRegistered}) => isRegistered === wanted,
  vehicleStatus: (word, {vehicle}) => says(word, vehicle.vehicleStatus),
  bodyType: (word, {vehicle}) => says(word, vehicle.bodyType),
  fuel: (word, {engine}) => says(word, ...(engine?.fuels ?? []).map(({type}) => type?.name)),
  primaryFuel: (word, {engine}) => says(word, engine?.fuels?.[0]?.type?.name),
  measurementNorm: (word, {environment}) => says(word, environment?.measurementNorm?.name),
  inspectionResult: (word, {inspection}) => says(word, inspection?.result),
  hasTowBar: (wanted, {technicalDetails}) => technicalDetails.towBarFitted === wanted,
  isLeased: (wanted, {vehicle}, day) =>
    vehicle.leasingPeriods.some(({validTo}) => validTo === null || validTo >= day) === wanted,
  isBlocked: (wanted, {technicalDetails}) =>
    (technicalDetails.blockingReasons ?? []).length > 0 === wanted,
};

/** Whether a vehicle has what a filter wants, by the name of the filter. */
const tests: Readonly<Record<string, Test<never>>> = Object.fromEntries<Test<never>>([
  ...Object.entries(own),
  ...Object.entries(bounded).flatMap(([name, valueIn]) => {
    const capitalised = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    return boundsOf(`from${capitalised}`, `to${capitalised}`, valueIn);
  }),
  ...boundsOf(
    'inspectionDueFrom',
    'inspectionDueTo',
    ({vehicle}) => vehicle.nextInspectionEstimate?.date,
  ),
]);

/** Whether a vehicle of an extract of this day matches: those filters that are given ask something of it. */
export const matches = (filter: VehicleFilter, document: VehicleDocument, day: string): boolean =>
  Object.entries(filter).every(([name, wanted]) => {
    if (wanted === undefined) return true;
    const test = tests[name];
    if (test === undefined) throw new Error(`Nothing is known of the filter ${name}.`);
    return test(wanted as never, document, day);
  });
