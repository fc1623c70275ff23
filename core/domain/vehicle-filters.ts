import type {Plate} from './identifiers.ts';
import type {Int64} from './integers.ts';

/** The values of a parameter, by its type. */
type Values = {
  readonly id: Int64;
  readonly ids: readonly Int64[];
  readonly integer: number;
  readonly plate: Plate;
};

/** How the member of a vehicle is to compare with the value. Of lists on either side any item will do. */
type Comparison = 'equal' | 'atLeast' | 'atMost';

type Filter<Type extends keyof Values = keyof Values> = {
  readonly type: Type;
  readonly comparison: Comparison;
  /** Path of the member in the stored document. */
  readonly member: string;
  /** Of the query parameter. */
  readonly description: string;
};

const equal = <Type extends keyof Values>(
  type: Type,
  member: string,
  description: string,
): Filter<Type> => ({type, comparison: 'equal', member, description});

const vehicles = (what: string) => `Return only vehicles ${what}.`;

/** Maximum number of ids in one parameter. */
export const maxFilterIds = 50;

const oneOf = (member: string, entries: string) =>
  equal(
    'ids',
    member,
    vehicles(`of one of these ${entries}: 1 to ${maxFilterIds} ids, separated by commas`),
  );

/**
 * The filters of the vehicle search, by the names of their parameters. They combine with AND; an absent one
 * matches every vehicle, and a vehicle without the member matches none.
 */
export const vehicleFilters = {
  makeId: equal('id', 'vehicle.make.id', vehicles('of this make')),
  kindId: equal('id', 'vehicle.kind.id', vehicles('of this kind')),
  usageId: equal('id', 'vehicle.usage.id', vehicles('whose `usage` is this one')),
  colorId: equal('id', 'vehicle.color.id', vehicles('of this color')),
  makeIds: oneOf('vehicle.make.id', 'makes'),
  kindIds: oneOf('vehicle.kind.id', 'kinds'),
  usageIds: oneOf('vehicle.usage.id', 'usages'),
  colorIds: oneOf('vehicle.color.id', 'colors'),
  fromModelYear: {
    type: 'integer',
    comparison: 'atLeast',
    member: 'vehicle.modelYear',
    description: 'Earliest model year, inclusive.',
  },
  toModelYear: {
    type: 'integer',
    comparison: 'atMost',
    member: 'vehicle.modelYear',
    description: 'Latest model year, inclusive.',
  },
  registrationNumber: equal(
    'plate',
    'vehicle.plates',
    'All vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
  ),
} as const satisfies Readonly<Record<string, Filter>>;

type Filters = typeof vehicleFilters;

export type FilterName = keyof Filters;

export type FilterType = keyof Values;

export const filterNames = Object.keys(vehicleFilters) as readonly FilterName[];

/** The filters of a search: of the parameters that were given, the values. */
export type VehicleFilter = {
  readonly [Name in FilterName]?: Values[Filters[Name]['type']] | undefined;
};
