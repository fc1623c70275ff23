/** An attribute that has a place on a scale: searches have bounds for it, statistics have figures of it. */
export type Scale = {
  readonly type: 'integer' | 'decimal' | 'day';
  /** Path of the member in the stored document. */
  readonly member: string;
  /** Whether the member is a time, of which the day in Denmark counts. */
  readonly isInstant?: boolean;
  /** The noun that descriptions have for it, with its unit. */
  readonly noun: string;
  readonly example: string;
  /** The greatest number; the least is 0, but for years. */
  readonly most?: number;
};

const integer = (member: string, most: number, noun: string, example: string) =>
  ({type: 'integer', member, most, noun, example}) as const satisfies Scale;

const decimal = (member: string, most: number, noun: string, example: string) =>
  ({type: 'decimal', member, most, noun, example}) as const satisfies Scale;

const day = (member: string, noun: string, example: string) =>
  ({type: 'day', member, noun, example}) as const satisfies Scale;

/** The numbers of a vehicle, by the names that searches and statistics have for them. */
export const numbers = {
  modelYear: integer('vehicle.modelYear', 9999, 'model year', '2020'),
  maxPowerKw: decimal('engine.maxPowerKw', 1500, 'maximum power in kW', '88.3'),
  grossWeightKg: integer(
    'technicalDetails.grossWeightKg',
    1_000_000,
    'permitted gross mass in kg',
    '1750',
  ),
  kerbWeightKg: integer(
    'technicalDetails.kerbWeightMinKg',
    1_000_000,
    'mass in running order in kg (`kerbWeightMinKg`)',
    '1265',
  ),
  topSpeedKmh: integer('technicalDetails.topSpeedKmh', 450, 'top speed in km/h', '187'),
  co2GPerKm: decimal(
    'environment.co2GPerKm',
    5000,
    'CO2 emission in g/km, measured under `measurementNorm`',
    '104',
  ),
  fuelEconomyKmPerL: decimal(
    'environment.fuelEconomyKmPerL',
    1000,
    'distance per litre in km, measured under `measurementNorm`',
    '22.4',
  ),
  electricConsumptionWhPerKm: decimal(
    'environment.electricConsumptionWhPerKm',
    10_000,
    'electric consumption in Wh/km, measured under `measurementNorm`',
    '146.3',
  ),
  seats: integer('technicalDetails.seatsMin', 300, 'number of seats (`seatsMin`)', '5'),
  doors: integer('technicalDetails.doorCount', 9, 'number of doors', '5'),
  axles: integer('technicalDetails.axleCount', 50, 'number of axles', '2'),
  odometerReadingKm: integer(
    'inspection.odometerReadingKm',
    2_000_000,
    'odometer reading in km at the latest inspection',
    '51000',
  ),
} as const;

/** The days of a vehicle. */
export const days = {
  firstRegisteredOn: day('vehicle.firstRegisteredOn', 'first registration', '2020-03-12'),
  registrationStatusDate: {
    ...day(
      'vehicle.registrationStatusDate',
      'day on which the registration status was set',
      '2020-03-12',
    ),
    isInstant: true,
  },
  inspectionDate: day('inspection.date', 'latest inspection', '2024-03-05'),
} as const;

/** The day that is estimated of the next inspection. */
export const inspectionDue = day(
  'vehicle.nextInspectionEstimate.date',
  'estimated next inspection (`nextInspectionEstimate`)',
  '2026-03-05',
);
