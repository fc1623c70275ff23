import {z} from 'zod';
import {Reference, TranslatedReference} from '../reference-document.ts';
import {built, fieldsBelow, ground, responseSchema} from './field.ts';

const {decimal, flag, integer, text, odometerReading} = fieldsBelow(
  ground('KoeretoejMotorStruktur/KoeretoejMotor'),
);

/** The path of a fuel. */
export const fuelPath = ground(
  'KoeretoejMotorStruktur/KoeretoejDrivmiddelSamlingStruktur/KoeretoejDrivmiddelSamling/DrivmiddelStruktur',
);

const fuel = fieldsBelow(`${fuelPath}/`);

/** One entry of the fuels: a fuel, and its values under one test norm. */
export const fuelFields = {
  type: built(
    TranslatedReference,
    `${fuelPath}/DrivkraftTypeStruktur`,
    {id: '1', name: 'Petrol', originalName: 'Benzin'},
    'Type of fuel: Petrol, Diesel, LPG, Electricity, Kerosene, Natural gas, Hydrogen, Methanol or Ethanol. Fuels without a translation are returned in Danish.',
  ),
  measurementNorm: built(
    Reference,
    `${fuelPath}/MaaleNormStruktur`,
    {id: '2', name: 'NEDC-2'},
    'Test cycle in which the values of this entry were measured: NEDC, NEDC-2 (calculated from WLTP) or WLTP. Null if the register states none.',
  ),
  isPrimary: fuel.flag(
    'KoeretoejMotorDrivmiddelPrimaer',
    'this entry is the one that counts for the vehicle. If a fuel was measured under two norms, it is the NEDC-2 entry in all records seen so far. The register can mark several entries, or none; then the order is by fuel and norm',
  ),
  fuelEconomyKmPerL: fuel.decimal(
    'KoeretoejBraendstofStruktur/KoeretoejMotorKmPerLiter',
    [0.1, 1000],
    22.4,
    'Distance per litre; for electricity an energy equivalent, usually 60 to 70.',
    {unit: 'km/l'},
  ),
  co2GPerKm: fuel.decimal(
    'KoeretoejBraendstofStruktur/KoeretoejMiljoeOplysningCO2Udslip',
    [0, 5000],
    104,
    'CO2 emission. A 0 in the register means "not measured" and is null, except for electricity and hydrogen.',
    {unit: 'g/km'},
  ),
  electricConsumptionWhPerKm: fuel.decimal(
    'KoeretoejElforbrugStruktur/KoeretoejMotorElektriskForbrug',
    [0.1, 10_000],
    146.3,
    'Electric consumption. Missing for many electric vehicles.',
    {unit: 'Wh/km'},
  ),
  fuelCell: fuel.flag(
    'KoeretoejMotorBraendselscelle',
    'a fuel cell converts the fuel to electricity',
  ),
} as const;

export const Fuel = responseSchema(fuelFields).extend({isPrimary: fuelFields.isPrimary});

export type Fuel = z.output<typeof Fuel>;

const noise = (name: string, example: number, description: string) =>
  decimal(name, [1, 200], example, description, {unit: 'dB(A)'});

const unavailable = (name: string, noun: string) =>
  flag(`${name}IkkeTilgaengelig`, `the register marks the ${noun} as unavailable`);

/** The engine. The register's zeros for "not measured" are null. */
export const engineFields = {
  cylinderCount: integer('CylinderAntal', [1, 48], 3, 'Number of cylinders.'),
  displacementCm3: decimal('SlagVolumen', [1, 100_000], 998, 'Engine displacement.', {unit: 'cm3'}),
  displacementUnavailable: unavailable('SlagVolumen', 'displacement'),
  maxPowerKw: decimal('StoersteEffekt', [0.1, 1500], 88.3, 'Maximum power.', {unit: 'kW'}),
  maxPowerUnavailable: unavailable('StoersteEffekt', 'power'),
  fuels: built(
    z.array(Fuel),
    ground('KoeretoejMotorStruktur/KoeretoejDrivmiddelSamlingStruktur'),
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
    'Fuels, the primary entry first. Two entries are usually one fuel measured under two norms, not a hybrid.',
  ),
  ...odometerReading('Kilometerstand'),
  odometerDocumented: flag('KilometerstandDokumentation', 'the odometer reading is documented'),
  odometerUnavailable: unavailable('Kilometerstand', 'odometer reading'),
  stationaryNoiseDb: noise('StandStoej', 77, 'Stationary noise level.'),
  stationaryNoiseRpm: integer(
    'StandStoejOmdrejningstal',
    [1, 20_000],
    3750,
    'Engine speed of the stationary noise test.',
    {unit: 'rpm'},
  ),
  driveByNoiseDb: noise('KoerselStoej', 68, 'Drive-by noise level.'),
  engineCode: text(
    'Maerkning',
    'G3TS',
    'Engine code marked on the engine, as registered. It can be a placeholder, such as *CHY??????*.',
  ),
  innovativeTechnology: flag('InnovativTeknik', 'the vehicle has approved eco-innovations'),
  innovativeTechnologyCo2SavingGPerKm: decimal(
    'InnovativTeknikAntal',
    [0, 1000],
    1.14,
    'CO2 saving of the eco-innovations.',
    {unit: 'g/km'},
  ),
} as const;
