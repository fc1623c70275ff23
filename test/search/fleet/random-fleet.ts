import fc from 'fast-check';
import {type Plate, toPlate} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {type VehicleSearch, vehicleSortFields} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const seed = 20_261_117;

const present = <Value>(value: Value | null | undefined): Value[] =>
  value === undefined || value === null ? [] : [value];

/** Few enough that many vehicles share one; Danish letters, because their order is easily got wrong. */
export const plates: readonly Plate[] = ['AA', 'ZZ', 'Æ', 'Ø', 'Å', 'ÅÆØ', '0'].flatMap(letters =>
  Array.from({length: 18}, (_, number) => toPlate(`${letters}${number}`)).flatMap(present),
);

/** The last two are in the other order when text is compared by UTF-16 units. */
export const vins: readonly string[] = [
  'A',
  'a',
  'Z',
  'Æ',
  'Ø',
  'Å',
  '*',
  '\uFB00',
  '\u{1D400}',
].flatMap(first => ['', '0', 'Å', 'Z'].map(second => `${first}${second}`));

const ids = ['1', '2', '3', '4', '5', '6'];

/** Unique ids that only a 64-bit number tells apart: small ones, around 2^53, up to 2^63 - 1. */
const idsFor = (count: number): readonly string[] => {
  const starts = [-3n, 2n ** 53n - 200n, 2n ** 63n - BigInt(count)];
  return Array.from({length: count}, (_, index) =>
    ((starts[index % 3] ?? 0n) + BigInt(index)).toString(),
  );
};

/** One instant each, written with three offsets. */
const instants = [
  ['2020-03-12T10:21:15.000+01:00', '2020-03-12T09:21:15.000Z', '2020-03-12T11:21:15.000+02:00'],
  [
    '2020-03-12T09:59:59.999+00:00',
    '2020-03-12T10:59:59.999+01:00',
    '2020-03-12T08:59:59.999-01:00',
  ],
  ['1999-12-31T23:30:00.000Z', '2000-01-01T00:30:00.000+01:00', '2000-01-01T01:30:00.000+02:00'],
].flat();

const days = ['1886-01-29', '1969-12-31', '1970-01-01', '1999-12-31', '2000-01-01', '2020-02-29'];

const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, {nil: undefined, freq: 4});

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, {freq: 4});

const aReference = fc.constantFrom(...ids).map(id => ({id, name: id}));
const aTranslatedReference = aReference.map(({id, name}) => ({id, name, originalName: name}));

const vehicle = fc.record({
  vin: orNull(fc.constantFrom(...vins)),
  registrationNumber: orNull(fc.constantFrom<string>(...plates)),
  otherPlates: fc.array(fc.constantFrom<string>(...plates), {maxLength: 2}),
  isRegistered: fc.boolean(),
  registrationStatusDate: orNull(fc.constantFrom(...instants)),
  firstRegisteredOn: orNull(fc.constantFrom(...days)),
  modelYear: orNull(fc.integer({min: 2015, max: 2020})),
  kind: orNull(aTranslatedReference),
  usage: orNull(aTranslatedReference),
  color: orNull(aTranslatedReference),
  make: orNull(aReference),
});

/** Vehicles with many ties and many absent values; the same number gives the same fleet. */
export const randomFleet = (number: number, size: number): readonly VehicleDocument[] => {
  const id = idsFor(size);
  const drawn = fc.sample(vehicle, {seed: seed + number, numRuns: size});
  return drawn.map(({otherPlates, ...members}, index) =>
    aVehicleDocument({
      ...members,
      id: id[index] ?? '',
      plates: [...new Set([...present(members.registrationNumber), ...otherPlates])],
      ordinals: [index],
      bodyType: `body ${index}`,
    }),
  );
};

const anId = sometimes(fc.constantFrom(...[...ids, '99'].flatMap(id => present(toInt64(id)))));
const someIds = fc.uniqueArray(
  fc.constantFrom(...[...ids, '99'].flatMap(id => present(toInt64(id)))),
  {minLength: 1, maxLength: 4},
);
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({arbitrary, weight: 1}, {arbitrary: fc.constant(undefined), weight: 3});
const aYear = rarely(fc.integer({min: 2014, max: 2021}));

const aSortBy = fc.record({
  field: fc.constantFrom(...vehicleSortFields),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});

/** Any search: from one that matches everything to one that matches nothing, any page, also past the end. */
export const aSearch: fc.Arbitrary<VehicleSearch> = fc.record({
  filter: fc.record({
    makeId: rarely(anId),
    kindId: rarely(anId),
    usageId: rarely(anId),
    colorId: rarely(anId),
    makeIds: rarely(someIds),
    kindIds: rarely(someIds),
    usageIds: rarely(someIds),
    colorIds: rarely(someIds),
    fromModelYear: aYear,
    toModelYear: aYear,
    registrationNumber: rarely(fc.constantFrom(...plates)),
  }),
  sortBy: sometimes(aSortBy),
  page: fc.record({
    number: fc.oneof(fc.integer({min: 1, max: 5}), fc.integer({min: 1, max: 500})),
    size: fc.integer({min: 1, max: 20}),
  }),
});
