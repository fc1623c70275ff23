import {z} from 'zod';
import {built, fieldsBelow} from './field.ts';
import {Reference, TranslatedReference} from './references.ts';

const {decimal, flag, integer, text, odometerReading} = fieldsBelow(
  'KoeretoejOplysningGrundStruktur/KoeretoejMotorStruktur/KoeretoejMotor',
);

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

const noise = (name: string, example: number, description: string) =>
  decimal(name, [1, 200], {example, unit: 'dB(A)'}, description);

/** The engine. The register's zeros for "not measured" are null. */
export const engineFields = {
  cylinderCount: integer('CylinderAntal', [1, 48], {example: 3}, 'Number of cylinders.'),
  displacementCm3: decimal(
    'SlagVolumen',
    [1, 100_000],
    {example: 998, unit: 'cm3'},
    'Engine displacement.',
  ),
  displacementUnavailable: flag(
    'SlagVolumenIkkeTilgaengelig',
    'Whether the register marks the displacement as unavailable.',
  ),
  maxPowerKw: decimal('StoersteEffekt', [0.1, 1500], {example: 88.3, unit: 'kW'}, 'Maximum power.'),
  maxPowerUnavailable: flag(
    'StoersteEffektIkkeTilgaengelig',
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
  ...odometerReading('Kilometerstand'),
  odometerDocumented: flag('KilometerstandDokumentation', 'The odometer reading is documented.'),
  odometerUnavailable: flag(
    'KilometerstandIkkeTilgaengelig',
    'Whether the register marks the odometer reading as unavailable.',
  ),
  stationaryNoiseDb: noise('StandStoej', 77, 'Stationary noise level.'),
  stationaryNoiseRpm: integer(
    'StandStoejOmdrejningstal',
    [1, 20_000],
    {example: 3750, unit: 'rpm'},
    'Engine speed of the stationary noise test.',
  ),
  driveByNoiseDb: noise('KoerselStoej', 68, 'Drive-by noise level.'),
  engineCode: text('Maerkning', 'G3TS', 'Engine code marked on the engine.'),
  innovativeTechnology: flag('InnovativTeknik', 'Has approved eco-innovations.'),
  innovativeTechnologyCo2SavingGPerKm: decimal(
    'InnovativTeknikAntal',
    [0, 1000],
    {example: 1.14, unit: 'g/km'},
    'CO2 saving of the eco-innovations.',
  ),
} as const;
