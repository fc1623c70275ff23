import {z} from 'zod';
import {
  built,
  decimal,
  flag,
  integer,
  odometerReadingKm,
  odometerReadingRaw,
  text,
} from './field.ts';
import {Reference, TranslatedReference} from './references.ts';

const engine = (name: string) =>
  `KoeretoejOplysningGrundStruktur/KoeretoejMotorStruktur/KoeretoejMotor${name}`;

export const Fuel = z.object({
  type: TranslatedReference.nullable().describe('Type of fuel.'),
  measurementNorm: Reference.nullable().describe('Test cycle of the values.'),
  isPrimary: z.boolean().describe('Whether it is the primary fuel of the vehicle.'),
  fuelEconomyKmPerL: z.number().nullable().describe('Distance per litre, in km/l.'),
  co2GPerKm: z.number().nullable().describe('CO2 emission, in g/km.'),
  electricConsumptionWhPerKm: z.number().nullable().describe('Electric consumption, in Wh/km.'),
  fuelCell: z.boolean().nullable().describe('Whether a fuel cell converts it to power.'),
});

export type Fuel = z.output<typeof Fuel>;

/** The engine. The register's zeros for "not measured" are null. */
export const engineFields = {
  cylinderCount: integer(engine('CylinderAntal'), [1, 48], {example: 3}, 'Number of cylinders.'),
  displacementCm3: decimal(
    engine('SlagVolumen'),
    [1, 100_000],
    {example: 998, unit: 'cm3'},
    'Engine displacement.',
  ),
  displacementUnavailable: flag(
    engine('SlagVolumenIkkeTilgaengelig'),
    'Whether the register marks the displacement as unavailable.',
  ),
  maxPowerKw: decimal(
    engine('StoersteEffekt'),
    [0.1, 1500],
    {example: 88.3, unit: 'kW'},
    'Maximum power.',
  ),
  maxPowerUnavailable: flag(
    engine('StoersteEffektIkkeTilgaengelig'),
    'Whether the register marks the power as unavailable.',
  ),
  fuels: built(
    z.array(Fuel),
    'KoeretoejOplysningGrundStruktur/KoeretoejMotorStruktur/KoeretoejDrivmiddelSamlingStruktur',
    [
      {
        type: {id: '1', name: 'Petrol', originalName: 'Benzin'},
        measurementNorm: {id: '2', name: 'NEDC-2'},
        isPrimary: true,
        fuelEconomyKmPerL: 22.4,
        co2GPerKm: 104,
        electricConsumptionWhPerKm: null,
        fuelCell: false,
      },
    ],
    'Fuels, the primary one first. A fuel measured under two norms has two entries, each with its norm.',
  ),
  odometerReadingKm: odometerReadingKm(engine('Kilometerstand')),
  odometerReadingRaw: odometerReadingRaw(engine('Kilometerstand')),
  odometerDocumented: flag(
    engine('KilometerstandDokumentation'),
    'The odometer reading is documented.',
  ),
  odometerUnavailable: flag(
    engine('KilometerstandIkkeTilgaengelig'),
    'Whether the register marks the odometer reading as unavailable.',
  ),
  stationaryNoiseDb: decimal(
    engine('StandStoej'),
    [1, 200],
    {example: 77, unit: 'dB(A)'},
    'Stationary noise level.',
  ),
  stationaryNoiseRpm: integer(
    engine('StandStoejOmdrejningstal'),
    [1, 20_000],
    {example: 3750, unit: 'rpm'},
    'Engine speed of the stationary noise test.',
  ),
  driveByNoiseDb: decimal(
    engine('KoerselStoej'),
    [1, 200],
    {example: 68, unit: 'dB(A)'},
    'Drive-by noise level.',
  ),
  engineCode: text(engine('Maerkning'), 'G3TS', 'Engine code marked on the engine.'),
  innovativeTechnology: flag(engine('InnovativTeknik'), 'Has approved eco-innovations.'),
  innovativeTechnologyCo2SavingGPerKm: decimal(
    engine('InnovativTeknikAntal'),
    [0, 1000],
    {example: 1.14, unit: 'g/km'},
    'CO2 saving of the eco-innovations.',
  ),
} as const;
