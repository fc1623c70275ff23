import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {danish, danishNamesakes, ids} from './random-fleet.ts';

type Entry = {readonly id: string} | null | undefined;

/** Whether an entry has one of the ids; any will do where none are wanted. */
const isOneOf = (wanted: readonly string[] | string | undefined, entry: Entry): boolean =>
  wanted === undefined || (Boolean(entry) && [wanted].flat().includes(entry?.id ?? ''));

const has = <Value>(wanted: Value | undefined, ...values: readonly (Value | null | undefined)[]) =>
  wanted === undefined || values.includes(wanted);

/** Words are typed in any case, and in Danish. */
const says = (
  wanted: string | readonly string[] | undefined,
  ...values: readonly (string | null | undefined)[]
) =>
  wanted === undefined ||
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

const begins = (wanted: string | undefined, ...values: readonly (string | null)[]) =>
  wanted === undefined || values.some(value => value?.startsWith(wanted));

const isBetween = <Value extends number | string>(
  from: Value | undefined,
  to: Value | undefined,
  value: Value | null | undefined,
): boolean => {
  if (from === undefined && to === undefined) return true;
  if (value === undefined || value === null) return false;
  return (from === undefined || value >= from) && (to === undefined || value <= to);
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

/** The number of a vehicle, by the name that statistics have for it. */
export const numberOf: Readonly<
  Record<string, (document: VehicleDocument) => number | null | undefined>
> = {
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
};

/** Whether a vehicle of an extract of this day matches. */
export const matches = (filter: VehicleFilter, document: VehicleDocument, day: string): boolean => {
  const {vehicle, isRegistered, technicalDetails, engine, inspection, environment} = document;
  const {make, model, variant, leasingPeriods} = vehicle;
  const {fuels = []} = engine ?? {};
  const isLeased = leasingPeriods.some(({validTo}) => validTo === null || validTo >= day);
  const isBlocked = (technicalDetails.blockingReasons ?? []).length > 0;
  const bounds = filter as Readonly<Record<string, number | undefined>>;
  const during = isBetween<string>;
  return [
    isOneOf(filter.makeId, make),
    isOneOf(filter.kindId, vehicle.kind),
    isOneOf(filter.usageId, vehicle.usage),
    isOneOf(filter.colorId, vehicle.color),
    isOneOf(filter.makeIds, make),
    isOneOf(filter.kindIds, vehicle.kind),
    isOneOf(filter.usageIds, vehicle.usage),
    isOneOf(filter.colorIds, vehicle.color),
    // A model is one under a make.
    isOneOf(filter.modelId, make && model),
    isOneOf(filter.variantId, variant),
    isOneOf(idsOf(filter.make), make),
    isOneOf(idsOf(filter.model), make && model),
    isOneOf(idsOf(filter.variant), variant),
    isOneOf(idsOf(filter.kind), vehicle.kind),
    isOneOf(idsOf(filter.usage), vehicle.usage),
    isOneOf(idsOf(filter.color), vehicle.color),
    isOneOf(filter.emissionStandardId, environment?.emissionStandard),
    has(filter.equipmentId, ...(technicalDetails.equipment ?? []).map(({id}) => id)),
    has(filter.registrationNumber, ...vehicle.plates),
    begins(filter.registrationNumberPrefix, ...vehicle.plates),
    begins(filter.vinPrefix, vehicle.vin),
    has(filter.registrationStatus, isRegistered),
    says(filter.vehicleStatus, vehicle.vehicleStatus),
    says(filter.bodyType, vehicle.bodyType),
    says(filter.fuel, ...fuels.map(({type}) => type?.name)),
    says(filter.primaryFuel, fuels[0]?.type?.name),
    says(filter.measurementNorm, environment?.measurementNorm?.name),
    says(filter.inspectionResult, inspection?.result),
    has(filter.hasTowBar, technicalDetails.towBarFitted),
    has(filter.isLeased, isLeased),
    has(filter.isBlocked, isBlocked),
    ...Object.entries(numberOf).map(([name, numberIn]) => {
      const [from, to] = ['from', 'to'].map(
        end => bounds[end + name[0]?.toUpperCase() + name.slice(1)],
      );
      return isBetween(from, to, numberIn(document));
    }),
    during(filter.fromFirstRegisteredOn, filter.toFirstRegisteredOn, vehicle.firstRegisteredOn),
    during(
      filter.fromRegistrationStatusDate,
      filter.toRegistrationStatusDate,
      dayInDenmark(vehicle.registrationStatusDate),
    ),
    during(filter.fromInspectionDate, filter.toInspectionDate, inspection?.date),
    during(filter.inspectionDueFrom, filter.inspectionDueTo, vehicle.nextInspectionEstimate?.date),
  ].every(Boolean);
};
