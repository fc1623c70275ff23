import fc from 'fast-check';
import {type Plate, toPlate} from '#core/domain/identifiers.ts';
import type {ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {aReference as aReferenceOf} from '../../helpers/fakes/reference.ts';
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

/** The names of the entries of every list, by their ids. */
const names = {1: 'ŠKODA', 2: 'Skoda', 3: 'ÆRØ', 4: 'AERO', 5: 'Blå', 10: '10'};

export const ids = Object.keys(names);

/** What is typed for the names, and the ids of all entries that it means. */
export const namesakes: Readonly<Record<string, readonly string[]>> = {
  skoda: ['1', '2'],
  ŠKODA: ['1', '2'],
  ærø: ['3'],
  aroe: ['3'],
  Aero: ['3', '4'],
  BLÅ: ['5'],
  blaa: ['5'],
  bla: ['5'],
  '10': ['10'],
};

/** The same for names in Danish, of the lists that are translated. */
export const danishNamesakes: typeof namesakes = {
  ...namesakes,
  'liste 2': ['2'],
  'LISTE 10': ['10'],
};

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

export const days: readonly string[] = [
  '1886-01-29',
  '1969-12-31',
  '1970-01-01',
  '1999-12-31',
  '2000-01-01',
  '2020-02-29',
  '2020-03-12',
];

/** Among them such as no binary fraction is, and such as 32 bits do not tell apart. */
export const decimals: readonly number[] = [0, 0.1, 88.3, 88.30000001, 104, 146.3];

export const statuses: readonly string[] = ['Registered', 'Exported', 'NyStatus'];
export const bodyTypes: readonly string[] = ['Hatchback', 'hatchback', 'Sedan'];
export const fuels: readonly string[] = ['Petrol', 'Diesel', 'Electricity'];
export const norms: readonly string[] = ['NEDC', 'NEDC-2', 'WLTP'];
export const results: readonly string[] = ['Approved', 'NotApproved'];

/** Words of the register that searches may have in place of the English ones. */
export const danish: Readonly<Record<string, string>> = {
  benzin: 'Petrol',
  El: 'Electricity',
  eksporteret: 'Exported',
  IkkeGodkendt: 'NotApproved',
};

const orAbsent = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, {nil: undefined, freq: 4});

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, {freq: 4});

const entries = Object.entries(names).map(([id, name]) => ({id, name}));
const translated = entries.map(entry => ({...entry, originalName: `Liste ${entry.id}`}));
const aReference = fc.constantFrom(...entries);
const aTranslatedReference = fc.constantFrom(...translated);

/** The lists of all entries: every model is one of every make, and every variant one of every model. */
export const randomFleetReferences: readonly ReferenceDocument[] = [
  ...(['kinds', 'usages', 'colors'] as const).flatMap(list =>
    translated.map(entry => aReferenceOf({list, ...entry})),
  ),
  ...entries.map(entry => aReferenceOf({list: 'makes', ...entry})),
  ...ids.flatMap(makeId => entries.map(entry => aReferenceOf({list: 'models', makeId, ...entry}))),
  ...ids.flatMap(makeId =>
    ids.flatMap(modelId =>
      entries.map(entry => aReferenceOf({list: 'variants', makeId, modelId, ...entry})),
    ),
  ),
];

const aWord = (values: readonly string[]) => fc.constantFrom(...values);

/** A stored record leaves out what it does not have. */
const stored = <Shape extends Record<string, unknown>>(
  shape: {
    readonly [Name in keyof Shape]: fc.Arbitrary<Shape[Name]>;
  },
) => fc.record(shape, {requiredKeys: []});

const aCount = fc.integer({min: 0, max: 6});
const aDay = fc.constantFrom(...days);
const aDecimal = fc.constantFrom(...decimals);
const someEntries = fc.uniqueArray(aReference, {maxLength: 2, selector: ({id}) => id});

const aFuel = fc.record({
  type: orNull(aWord(fuels).map(name => ({id: '1', name, originalName: name}))),
  measurementNorm: fc.constant(null),
  isPrimary: fc.boolean(),
  fuelEconomyKmPerL: fc.constant(null),
  co2GPerKm: fc.constant(null),
  electricConsumptionWhPerKm: fc.constant(null),
  fuelCell: fc.constant(null),
});

const records = {
  technicalDetails: stored({
    grossWeightKg: aCount,
    kerbWeightMinKg: aCount,
    topSpeedKmh: aCount,
    seatsMin: aCount,
    doorCount: aCount,
    axleCount: aCount,
    towBarFitted: fc.boolean(),
    equipment: someEntries.map(entries => entries.map(entry => ({...entry, count: 1}))),
    blockingReasons: someEntries,
  }),
  engine: orAbsent(stored({maxPowerKw: aDecimal, fuels: fc.array(aFuel, {maxLength: 2})})),
  inspection: orAbsent(stored({result: aWord(results), date: aDay, odometerReadingKm: aCount})),
  environment: orAbsent(
    stored({
      emissionStandard: aReference,
      measurementNorm: aWord(norms).map(name => ({id: '1', name})),
      co2GPerKm: aDecimal,
      fuelEconomyKmPerL: aDecimal,
      electricConsumptionWhPerKm: aDecimal,
    }),
  ),
};

/** Tests have extracts of the second day. */
const aLeasingPeriod = fc.record({
  validFrom: orNull(aDay),
  validTo: orNull(fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-18')),
});

const vehicle = fc.record({
  ...records,
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
  model: orNull(aReference),
  variant: orNull(aReference),
  vehicleStatus: orNull(aWord(statuses)),
  bodyType: orNull(aWord(bodyTypes)),
  leasingPeriods: fc.array(aLeasingPeriod, {maxLength: 2}),
  nextInspectionEstimate: orNull(
    fc.record({
      date: aDay,
      rule: fc.constant('EveryYear'),
      lastInspectedOn: fc.constant(null),
      grossWeightKg: fc.constant(null),
    }),
  ),
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
    }),
  );
};
