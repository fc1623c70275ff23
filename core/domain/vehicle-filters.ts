import type {Plate} from './identifiers.ts';
import type {Int64} from './integers.ts';
import {days, inspectionDue, numbers, type Scale, words} from './vehicle-attributes.ts';

/** The values of a parameter, by its type. */
type Values = {
  readonly id: Int64;
  readonly ids: readonly Int64[];
  readonly integer: number;
  readonly decimal: number;
  /** `2020-03-12` */
  readonly day: string;
  readonly plate: Plate;
  readonly platePrefix: string;
  readonly vinPrefix: string;
  readonly word: string;
  readonly flag: boolean;
  /** Whether the vehicle is to be registered. */
  readonly registrationStatus: boolean;
};

/**
 * How the member of a vehicle is to compare with the value; of lists on either side any item will do. A
 * model counts under its make, if that is given, and a flag can also ask whether the member is there, or is a day not
 * before that of the extract.
 */
type Comparison =
  | 'equal'
  | 'equalUnderMake'
  | 'atLeast'
  | 'atMost'
  | 'startsWith'
  | 'exists'
  | 'notEnded';

export type Filter<Type extends keyof Values = keyof Values> = {
  readonly type: Type;
  readonly comparison: Comparison;
  /** Path of the member in the stored document. */
  readonly member: string;
  /** Whether the member is a time, of which the day in Denmark is compared. */
  readonly isInstant?: boolean;
  /** Of the query parameter. */
  readonly description: string;
  readonly example?: string;
};

const filter = <Type extends keyof Values>(
  type: Type,
  comparison: Comparison,
  member: string,
  description: string,
  example?: string,
): Filter<Type> => ({type, comparison, member, description, ...(example && {example})});

const vehicles = (what: string) => `Return only vehicles ${what}.`;

const entry = (member: string, what: string, example: string) =>
  filter('id', 'equal', member, vehicles(what), example);

/** Maximum number of ids in one parameter. */
export const maxFilterIds = 50;

const oneOf = (member: string, entries: string, example: string) =>
  filter(
    'ids',
    'equal',
    member,
    vehicles(`of one of these ${entries}: 1 to ${maxFilterIds} ids, separated by commas`),
    example,
  );

const word = (member: string, whose: string, example: string) =>
  filter('word', 'equal', member, vehicles(`${whose}, spelled as it is answered`), example);

type Bounds<Scales extends Readonly<Record<string, Scale>>> = {
  readonly [Name in keyof Scales & string as
    | `from${Capitalize<Name>}`
    | `to${Capitalize<Name>}`]: Filter<BoundType<Scales[Name]>>;
};
type BoundType<S extends Scale> = S['type'] extends 'instant'
  ? 'day'
  : Exclude<S['type'], 'instant'>;

const bound = ({type, member, noun, example}: Scale, comparison: 'atLeast' | 'atMost') => ({
  type: type === 'instant' ? ('day' as const) : type,
  comparison,
  member,
  ...(type === 'instant' && {isInstant: true}),
  description: `${comparison === 'atLeast' ? 'Lower' : 'Upper'} bound of the ${noun}, inclusive.`,
  example,
});

/** A lower and an upper bound of each. */
const boundsOf = <Scales extends Readonly<Record<string, Scale>>>(scales: Scales) =>
  Object.fromEntries(
    Object.entries(scales).flatMap(([name, scale]) => {
      const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
      return [
        [`from${capitalised}`, bound(scale, 'atLeast')],
        [`to${capitalised}`, bound(scale, 'atMost')],
      ];
    }),
  ) as unknown as Bounds<Scales>;

/**
 * The filters of vehicles, by the names of their parameters. They combine with AND; an absent one matches
 * every vehicle, and a vehicle without the member matches none but those flags that are false.
 */
export const vehicleFilters = {
  makeId: entry('vehicle.make.id', 'of this make', '10043'),
  kindId: entry('vehicle.kind.id', 'of this kind', '1'),
  usageId: entry('vehicle.usage.id', 'whose `usage` is this one', '1'),
  colorId: entry('vehicle.color.id', 'of this color', '10'),
  makeIds: oneOf('vehicle.make.id', 'makes', '10043,10037'),
  kindIds: oneOf('vehicle.kind.id', 'kinds', '1,2'),
  usageIds: oneOf('vehicle.usage.id', 'usages', '1,2'),
  colorIds: oneOf('vehicle.color.id', 'colors', '10,4'),
  modelId: filter(
    'id',
    'equalUnderMake',
    'facets.model',
    vehicles('of this model. Add `makeId`, because the ids of models are those under a make'),
    '10043010',
  ),
  variantId: entry(
    'vehicle.variant.id',
    'of this variant. Add `makeId`, because the ids of variants are those under a make',
    '1004301001',
  ),
  emissionStandardId: entry('environment.emissionStandard.id', 'of this emission standard', '49'),
  equipmentId: entry('technicalDetails.equipment.id', 'with this equipment', '506'),
  registrationNumber: filter(
    'plate',
    'equal',
    'vehicle.plates',
    'All vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    'ER52578',
  ),
  registrationNumberPrefix: filter(
    'platePrefix',
    'startsWith',
    'vehicle.plates',
    'Return only vehicles that have carried a registration number with this beginning: 2 to 10 characters, read as those of a plate are.',
    'ZZ1',
  ),
  vinPrefix: filter(
    'vinPrefix',
    'startsWith',
    'vehicle.vin',
    'Return only vehicles whose VIN begins with this: at least 3 characters. Case and surrounding spaces are ignored.',
    'TST0',
  ),
  registrationStatus: filter(
    'registrationStatus',
    'equal',
    'isRegistered',
    vehicles('of this `registrationStatus`: `Registered` or `NotRegistered`'),
    'Registered',
  ),
  vehicleStatus: word(words.vehicleStatus, 'of this `vehicleStatus`', 'Exported'),
  bodyType: word(words.bodyType, 'of this `bodyType`', 'Hatchback'),
  fuel: word('engine.fuels.type.name', 'any of whose fuels is of this type', 'Electricity'),
  primaryFuel: word(
    words.primaryFuel,
    'whose primary fuel, the first one, is of this type',
    'Diesel',
  ),
  measurementNorm: word(
    words.measurementNorm,
    'whose CO2 and consumption were measured so',
    'WLTP',
  ),
  inspectionResult: word(words.inspectionResult, 'with this latest inspection', 'NotApproved'),
  hasTowBar: filter(
    'flag',
    'equal',
    'technicalDetails.towBarFitted',
    vehicles('with a tow bar (`true`), or those that the register says have none (`false`)'),
    'true',
  ),
  isLeased: filter(
    'flag',
    'notEnded',
    'vehicle.leasingPeriods.validTo',
    vehicles(
      'with a leasing period that had not ended on the day of the extract, or those without',
    ),
    'true',
  ),
  isBlocked: filter(
    'flag',
    'exists',
    'technicalDetails.blockingReasons.id',
    vehicles('that are blocked, such as write-offs, or those that are not'),
    'true',
  ),
  ...boundsOf(numbers),
  ...boundsOf(days),
  inspectionDueFrom: bound(inspectionDue, 'atLeast') as Filter<'day'>,
  inspectionDueTo: bound(inspectionDue, 'atMost') as Filter<'day'>,
} as const satisfies Readonly<Record<string, Filter>>;

type Filters = typeof vehicleFilters;

export type FilterName = keyof Filters;

export type FilterType = keyof Values;

export const filterNames = Object.keys(vehicleFilters) as readonly FilterName[];

/** The filters of a search: of the parameters that were given, the values. */
export type VehicleFilter = {
  readonly [Name in FilterName]?: Values[Filters[Name]['type']] | undefined;
};
