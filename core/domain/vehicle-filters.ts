import {type ReferenceList, references} from '#mappings/reference-document.ts';
import {fuelNames, inspectionResults, vehicleStatuses} from './english.ts';
import {entry, type Filter, filter, listed, named, type Values, vehicles, word} from './filter.ts';
import {days, inspectionDue, numbers, type Scale} from './vehicle-attributes.ts';

/** The values of a flag, and of the registration status, as they are sent, the true one first. */
export const flagValues = ['true', 'false'] as const;
export const registrationStatuses = ['Registered', 'NotRegistered'] as const;

export const maxFilterIds = 50;

const oneOf = (list: ReferenceList, example: string) =>
  filter(
    'ids',
    'equal',
    references[list].carriedIn[0],
    vehicles(`of one of these ${list}: 1 to ${maxFilterIds} ids, separated by commas`),
    example,
    {list},
  );

const bound = (
  {noun, note = '', ...scale}: Scale,
  comparison: 'atLeast' | 'atMost',
): Filter<'integer' | 'decimal' | 'day'> => ({
  ...scale,
  comparison,
  label: noun,
  description: `${comparison === 'atLeast' ? 'Lower' : 'Upper'} bound of the ${noun}${scale.unit ? ` in ${scale.unit}` : ''}${note}, inclusive.`,
});

const boundsOf = <Name extends string, Type extends keyof Values>(
  scales: Readonly<Record<Name, Scale & {readonly type: Type}>>,
) =>
  Object.fromEntries(
    Object.entries<Scale>(scales).flatMap(([name, scale]) => {
      const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
      return [
        [`from${capitalised}`, bound(scale, 'atLeast')],
        [`to${capitalised}`, bound(scale, 'atMost')],
      ];
    }),
  ) as Readonly<Record<`${'from' | 'to'}${Capitalize<Name>}`, Filter<Type>>>;

/**
 * The filters of vehicles, by the names of their parameters. They combine with AND; an absent filter matches
 * every vehicle, and a vehicle without the member matches only flags that are false.
 */
export const vehicleFilters = {
  makeId: entry('makes', 'of this make'),
  kindId: entry('kinds', 'of this kind'),
  usageId: entry('usages', 'with this `usage`'),
  colorId: entry('colors', 'of this color'),
  makeIds: oneOf('makes', '10043,10037'),
  kindIds: oneOf('kinds', '1,2'),
  usageIds: oneOf('usages', '1,2'),
  colorIds: oneOf('colors', '10,4'),
  modelId: {
    ...entry('models', 'of this model. Add `makeId`, because a model id belongs to a make'),
    comparison: 'equalUnderMake',
  },
  variantId: entry(
    'variants',
    'of this variant. Add `makeId`, because a variant id belongs to a make',
  ),
  emissionStandardId: entry('emission-standards', 'of this emission standard', {isGrouped: true}),
  equipmentId: entry('equipment', 'with this equipment'),
  make: named('makes', 'whose make', 'hyundai'),
  model: named('models', 'whose model, under the given make if any,', 'tucson'),
  variant: named('variants', 'whose variant, under the given make and model if any,', '1,6 T-GDI'),
  kind: named('kinds', 'whose kind', 'passenger car'),
  usage: named('usages', 'whose `usage`', 'taxi'),
  color: named('colors', 'whose color', 'blue'),
  registrationNumber: filter(
    'plate',
    'equal',
    'vehicle.plates',
    'Return only vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    'ER52578',
  ),
  registrationNumberPrefix: filter(
    'platePrefix',
    'startsWith',
    'vehicle.plates',
    'Return only vehicles that have carried a registration number that begins with this: 2 to 10 characters. Case, spaces and hyphens are ignored.',
    'ZZ1',
    {label: 'registration number begins with'},
  ),
  vinPrefix: filter(
    'vinPrefix',
    'startsWith',
    'vehicle.vin',
    'Return only vehicles whose VIN begins with this: at least 3 characters. Case and surrounding spaces are ignored.',
    'TST0',
    {label: 'VIN begins with'},
  ),
  registrationStatus: filter(
    'registrationStatus',
    'equal',
    'isRegistered',
    vehicles('with this `registrationStatus`: `Registered` or `NotRegistered`. Case is ignored'),
    'Registered',
    {isGrouped: ['Registered', 'Not registered']},
  ),
  vehicleStatus: word(
    'vehicle.vehicleStatus',
    'with this `vehicleStatus`',
    'Exported',
    listed(vehicleStatuses),
  ),
  bodyType: word('vehicle.bodyType', 'with this `bodyType`', 'Hatchback'),
  fuel: word(
    'engine.fuels.type.name',
    'with a fuel of this type, in English or Danish',
    'Electricity',
    {english: fuelNames},
  ),
  primaryFuel: word(
    'facets.primaryFuel',
    'whose primary fuel, the first in the list, is of this type, in English or Danish',
    'Diesel',
    {english: fuelNames, isGrouped: true},
  ),
  measurementNorm: word(
    'environment.measurementNorm.name',
    'whose CO2 and consumption were measured under this norm',
    'WLTP',
    {words: ['NEDC', 'NEDC-2', 'WLTP'], isGrouped: true},
  ),
  inspectionResult: word(
    'inspection.result',
    'whose latest inspection had this result',
    'NotApproved',
    listed(inspectionResults),
  ),
  hasTowBar: filter(
    'flag',
    'equal',
    'technicalDetails.towBarFitted',
    vehicles('with a tow bar (`true`), or without one according to the register (`false`)'),
    'true',
    {isGrouped: ['Tow bar', 'No tow bar']},
  ),
  isLeased: filter(
    'flag',
    'notEnded',
    'vehicle.leasingPeriods.validTo',
    vehicles(
      'with (`true`) or without (`false`) a leasing period that had not ended on the day of the extract',
    ),
    'true',
    {isGrouped: ['Leased', 'Not leased']},
  ),
  isBlocked: filter(
    'flag',
    'exists',
    'technicalDetails.blockingReasons.id',
    vehicles('that are blocked, such as write-offs (`true`), or that are not (`false`)'),
    'true',
    {isGrouped: ['Blocked', 'Not blocked']},
  ),
  ...boundsOf(numbers),
  ...boundsOf(days),
  inspectionDueFrom: bound(inspectionDue, 'atLeast') as Filter<'day'>,
  inspectionDueTo: bound(inspectionDue, 'atMost') as Filter<'day'>,
} as const satisfies Readonly<Record<string, Filter>>;

type Filters = typeof vehicleFilters;

export type FilterName = keyof Filters;

/** The filters that people use most, in the order of forms; for several of one attribute, the first. */
export const usualFilters: readonly FilterName[] = [
  'makeId',
  'modelId',
  'primaryFuel',
  'colorId',
  'kindId',
  'registrationStatus',
  'fromModelYear',
  'fromFirstRegisteredOn',
  'inspectionDueFrom',
];

export type FilterType = keyof Values;

export const filterNames = Object.keys(vehicleFilters) as readonly FilterName[];

/** The filters of a search: the values of the given parameters. */
export type VehicleFilter = {
  readonly [Name in FilterName]?: Values[Filters[Name]['type']] | undefined;
};

/** A question about the vehicles that match a filter. */
export type Filtered = {
  readonly filter: VehicleFilter;
  /** Whether an id that no entry has, or an empty range, is a fault of the filter. */
  readonly isStrict?: boolean | undefined;
};

/** Why a filter cannot find what its sender meant. */
export type FilterFault = {
  readonly filter: FilterName;
  /** The part of its value that is wrong. */
  readonly sent: string;
  /** Whether only entries under a given make or model were looked at. */
  readonly hasParents?: boolean;
  /** The rule that it breaks (`src/api/rules.ts`). */
  readonly rule: 'WordUnknown' | 'NameUnknown' | 'IdUnknown' | 'NameTooCommon' | 'RangeEmpty';
  /**
   * Candidates for what was meant: all existing words, or the names similar to an unknown one. For an empty
   * range, the name of its upper bound.
   */
  readonly known: readonly string[];
};

/** A search or statistic is refused because its filters are wrong for a dataset. */
export class FilterFaults extends Error {
  override readonly name = 'FilterFaults';
  readonly version: string;
  readonly faults: readonly FilterFault[];

  constructor(version: string, faults: readonly FilterFault[]) {
    super(`Wrong filters: ${faults.map(({filter}) => filter).join(', ')}.`);
    this.version = version;
    this.faults = faults;
  }
}

/** Maximum number of entries of a list that one name may mean. */
export const maxNamesakes = 1_000;
