/** An attribute that has a place on a scale: searches have bounds for it, statistics have figures of it. */
export type Scale = {
  readonly type: 'integer' | 'decimal' | 'day';
  /** Path of the member in the stored document. */
  readonly member: string;
  /** Whether the member is a time, of which the day in Denmark counts. */
  readonly isInstant?: boolean;
  /** Its name for people, as in "the maximum power". */
  readonly noun: string;
  readonly unit?: string;
  /** Follows its name and unit in descriptions. */
  readonly note?: string;
  readonly example: string;
  /** The greatest number; the least is 0, but for years. */
  readonly most?: number;
};

type More = Pick<Scale, 'unit' | 'note'>;

const integer = (member: string, most: number, noun: string, example: string, more: More = {}) =>
  ({type: 'integer', member, most, noun, example, ...more}) as const satisfies Scale;

const decimal = (member: string, most: number, noun: string, example: string, more: More = {}) =>
  ({type: 'decimal', member, most, noun, example, ...more}) as const satisfies Scale;

const day = (member: string, noun: string, example: string, more: More = {}) =>
  ({type: 'day', member, noun, example, ...more}) as const satisfies Scale;

const underNorm = ', measured under the `measurementNorm`';

/** The numbers of a vehicle, by their names in searches and statistics. */
export const numbers = {
  modelYear: integer('vehicle.modelYear', 9999, 'model year', '2020'),
  maxPowerKw: decimal('engine.maxPowerKw', 1500, 'maximum power', '88.3', {unit: 'kW'}),
  grossWeightKg: integer(
    'technicalDetails.grossWeightKg',
    1_000_000,
    'permitted gross mass',
    '1750',
    {unit: 'kg'},
  ),
  kerbWeightKg: integer(
    'technicalDetails.kerbWeightMinKg',
    1_000_000,
    'mass in running order',
    '1265',
    {unit: 'kg', note: ' (`kerbWeightMinKg`)'},
  ),
  topSpeedKmh: integer('technicalDetails.topSpeedKmh', 450, 'top speed', '187', {unit: 'km/h'}),
  co2GPerKm: decimal('environment.co2GPerKm', 5000, 'CO2 emission', '104', {
    unit: 'g/km',
    note: underNorm,
  }),
  fuelEconomyKmPerL: decimal('environment.fuelEconomyKmPerL', 1000, 'fuel economy', '22.4', {
    unit: 'km/l',
    note: underNorm,
  }),
  electricConsumptionWhPerKm: decimal(
    'environment.electricConsumptionWhPerKm',
    10_000,
    'electric consumption',
    '146.3',
    {unit: 'Wh/km', note: underNorm},
  ),
  seats: integer('technicalDetails.seatsMin', 300, 'number of seats', '5', {note: ' (`seatsMin`)'}),
  doors: integer('technicalDetails.doorCount', 9, 'number of doors', '5'),
  axles: integer('technicalDetails.axleCount', 50, 'number of axles', '2'),
  odometerReadingKm: integer(
    'inspection.odometerReadingKm',
    2_000_000,
    'odometer reading',
    '51000',
    {unit: 'km', note: ' at the latest inspection'},
  ),
} as const;

export const days = {
  firstRegisteredOn: day('vehicle.firstRegisteredOn', 'first registration', '2020-03-12'),
  registrationStatusDate: {
    ...day('vehicle.registrationStatusDate', 'date of the registration status', '2020-03-12'),
    isInstant: true,
  },
  inspectionDate: day('inspection.date', 'latest inspection', '2024-03-05'),
} as const;

/** The day that is estimated of the next inspection. */
export const inspectionDue = day(
  'vehicle.nextInspectionEstimate.date',
  'estimated next inspection',
  '2026-03-05',
  {note: ' (`nextInspectionEstimate`)'},
);
