import {z} from 'zod';
import {built, decimal, flag, integer, text} from './field.ts';
import {odometerReadingKm, odometerReadingRaw} from './odometer-fields.ts';
import {Reference, TranslatedReference} from './reference.ts';

const engine = (name: string) =>
  `KoeretoejOplysningGrundStruktur/KoeretoejMotorStruktur/KoeretoejMotor${name}`;

export const Fuel = z.object({
  type: TranslatedReference.nullable().meta({description: 'Which fuel.'}),
  measurementNorm: Reference.nullable().meta({description: 'The test the values come from.'}),
  isPrimary: z.boolean().meta({description: 'Whether it is the fuel the vehicle mainly runs on.'}),
  fuelEconomyKmPerL: z.number().nullable().meta({description: 'Distance per litre. In km/l.'}),
  co2GPerKm: z.number().nullable().meta({description: 'CO2. In g/km.'}),
  electricConsumptionWhPerKm: z
    .number()
    .nullable()
    .meta({description: 'Electric consumption. In Wh/km.'}),
  fuelCell: z.boolean().nullable().meta({description: 'Whether a fuel cell turns it into power.'}),
});

export type Fuel = z.output<typeof Fuel>;

/** The engine. Zeros that stand for "not measured" are null. */
export const engineFields = {
  cylinderCount: integer(engine('CylinderAntal'), [1, 48], {example: 3}, 'Cylinders.'),
  displacementCm3: decimal(
    engine('SlagVolumen'),
    [1, 100_000],
    {example: 998, unit: 'cm3'},
    'Engine displacement.',
  ),
  displacementUnavailable: flag(
    engine('SlagVolumenIkkeTilgaengelig'),
    'The register says that the displacement is not available.',
  ),
  maxPowerKw: decimal(
    engine('StoersteEffekt'),
    [0.1, 1500],
    {example: 88.3, unit: 'kW'},
    'Highest power.',
  ),
  maxPowerUnavailable: flag(
    engine('StoersteEffektIkkeTilgaengelig'),
    'The register says that the power is not available.',
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
    'Fuels, the primary one first. One fuel measured under two norms stays two entries, each with its norm.',
  ),
  odometerReadingKm: odometerReadingKm(engine('Kilometerstand')),
  odometerReadingRaw: odometerReadingRaw(engine('Kilometerstand')),
  odometerDocumented: flag(
    engine('KilometerstandDokumentation'),
    'The odometer reading is documented.',
  ),
  odometerUnavailable: flag(
    engine('KilometerstandIkkeTilgaengelig'),
    'The register says that the odometer reading is not available.',
  ),
  stationaryNoiseDb: decimal(
    engine('StandStoej'),
    [1, 200],
    {example: 77, unit: 'dB(A)'},
    'Noise standing still.',
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
    'Noise driving by.',
  ),
  engineCode: text(engine('Maerkning'), 'G3TS', 'The marking on the engine.'),
  innovativeTechnology: flag(engine('InnovativTeknik'), 'Has approved eco-innovations.'),
  innovativeTechnologyCo2SavingGPerKm: decimal(
    engine('InnovativTeknikAntal'),
    [0, 1000],
    {example: 1.14, unit: 'g/km'},
    'CO2 saved by the eco-innovations.',
  ),
} as const;
