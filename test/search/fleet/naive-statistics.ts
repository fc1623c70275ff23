import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {dayInDenmark, matches, numberOf} from './matches.ts';

// Statistics once more, as slow and as literal as they get.

/** What is answered to a statistic. */
export type Answer = {
  readonly data: readonly {
    readonly groups: readonly {
      readonly value: string;
      readonly makeId?: string;
      readonly modelId?: string;
    }[];
    readonly count: number;
    readonly share: number;
    readonly metrics: Readonly<Record<string, number | null>>;
  }[];
  readonly metadata: Readonly<
    Record<'totalCount' | 'groupCount' | 'otherCount' | 'absentCount', number>
  >;
};

/** Sums of decimals depend on their order. */
export const isNear = (found: number | null | undefined, expected: number | null): boolean =>
  found === expected ||
  (typeof found === 'number' &&
    expected !== null &&
    Math.abs(found - expected) <= 1e-6 + Math.abs(expected) * 1e-12);

type Value = string | null | undefined;

const of = (flag: boolean | null | undefined) =>
  flag === undefined || flag === null ? null : String(flag);

/** The value of a vehicle in an extract of this day, by the name of the grouping. */
export const valueIn: Readonly<Record<string, (document: VehicleDocument, day: string) => Value>> =
  {
    make: ({vehicle}) => vehicle.make?.id,
    model: ({vehicle: {make, model}}) => make && model && `${make.id}:${model.id}`,
    variant: ({vehicle}) => vehicle.variant?.id,
    kind: ({vehicle}) => vehicle.kind?.id,
    usage: ({vehicle}) => vehicle.usage?.id,
    color: ({vehicle}) => vehicle.color?.id,
    emissionStandard: ({environment}) => environment?.emissionStandard?.id,
    vehicleStatus: ({vehicle}) => vehicle.vehicleStatus,
    bodyType: ({vehicle}) => vehicle.bodyType,
    primaryFuel: ({engine}) => engine?.fuels?.[0]?.type?.name,
    measurementNorm: ({environment}) => environment?.measurementNorm?.name,
    inspectionResult: ({inspection}) => inspection?.result,
    registrationStatus: ({isRegistered}) => (isRegistered ? 'Registered' : 'NotRegistered'),
    hasTowBar: ({technicalDetails}) => of(technicalDetails.towBarFitted),
    isLeased: ({vehicle}, day) =>
      of(vehicle.leasingPeriods.some(({validTo}) => validTo === null || validTo >= day)),
    isBlocked: ({technicalDetails}) => of((technicalDetails.blockingReasons ?? []).length > 0),
    firstRegisteredYear: ({vehicle}) => vehicle.firstRegisteredOn?.slice(0, 4),
    firstRegisteredMonth: ({vehicle}) => vehicle.firstRegisteredOn?.slice(0, 7),
    registrationStatusYear: ({vehicle}) =>
      dayInDenmark(vehicle.registrationStatusDate)?.slice(0, 4),
    registrationStatusMonth: ({vehicle}) =>
      dayInDenmark(vehicle.registrationStatusDate)?.slice(0, 7),
    inspectionYear: ({inspection}) => inspection?.date?.slice(0, 4),
    inspectionMonth: ({inspection}) => inspection?.date?.slice(0, 7),
    inspectionDueYear: ({vehicle}) => vehicle.nextInspectionEstimate?.date.slice(0, 4),
    inspectionDueMonth: ({vehicle}) => vehicle.nextInspectionEstimate?.date.slice(0, 7),
  };

/** `maxPowerKw:50` → the step a vehicle is in. */
const groupOf = (name: string, document: VehicleDocument, day: string): Value => {
  const known = valueIn[name];
  if (known) return known(document, day);
  const [number = '', step = '1'] = name.split(':');
  const value = numberOf[number]?.(document);
  if (value === undefined || value === null) return null;
  return String(Math.floor(value / Number(step)) * Number(step));
};

/** What is wanted of numbers, the least first. */
export const figureOf = (figure: string, values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  if (figure === 'sum') return sum;
  if (figure === 'avg') return sum / values.length;
  if (figure === 'min') return Math.min(...values);
  return Math.max(...values);
};

export type NaiveGroup = {
  readonly values: readonly string[];
  readonly documents: readonly VehicleDocument[];
};

/** The groups of the vehicles that match, and the vehicles without a value. */
export const naiveGroups = (
  documents: readonly VehicleDocument[],
  names: readonly string[],
  filter: StatisticsQuery['filter'],
  day = '2026-11-17',
) => {
  const matching = documents.filter(document => matches(filter, document, day));
  const groups = new Map<string, {values: string[]; documents: VehicleDocument[]}>();
  let absentCount = 0;
  for (const document of matching) {
    const values = names.map(name => groupOf(name, document, day));
    if (values.some(value => value === null || value === undefined)) {
      absentCount += 1;
      continue;
    }
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? {values: values.map(String), documents: []};
    group.documents.push(document);
    groups.set(key, group);
  }
  return {totalCount: matching.length, absentCount, groups: [...groups.values()] as NaiveGroup[]};
};
