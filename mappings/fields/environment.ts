import {z} from 'zod';
import {built, fieldsBelow, ground} from './field.ts';
import {Reference} from './references.ts';

const {day, decimal, flag, integer} = fieldsBelow(
  ground('KoeretoejMiljoeOplysningStruktur/KoeretoejMiljoeOplysning'),
);
const primaryFuel = (name: string) =>
  ground(
    `KoeretoejMotorStruktur/KoeretoejDrivmiddelSamlingStruktur/KoeretoejDrivmiddelSamling/DrivmiddelStruktur/${name}`,
  );

const emission = (name: string, example: number, substance: string) =>
  decimal(
    name,
    [0, 1e6],
    {example},
    `${substance}. The register mixes mg/km and g/km, so the name carries no unit.`,
  );

/** Emissions, filters and classification. */
export const environmentFields = {
  emissionStandard: built(
    Reference,
    ground('KoeretoejNormStruktur/NormTypeStruktur'),
    {id: '49', name: 'Euro VI'},
    'Emission standard.',
  ),
  co2GPerKm: built(
    z.number(),
    primaryFuel('KoeretoejBraendstofStruktur/KoeretoejMiljoeOplysningCO2Udslip'),
    104,
    'CO2 emission of the primary fuel, in g/km. 0 occurs only for electricity and hydrogen; for other fuels a 0 in the register means "not measured" and is null.',
  ),
  fuelEconomyKmPerL: built(
    z.number(),
    primaryFuel('KoeretoejBraendstofStruktur/KoeretoejMotorKmPerLiter'),
    22.4,
    'Distance per litre of the primary fuel, in km/l. For electric vehicles it is an energy equivalent.',
  ),
  electricConsumptionWhPerKm: built(
    z.number(),
    primaryFuel('KoeretoejElforbrugStruktur/KoeretoejMotorElektriskForbrug'),
    146.3,
    'Electric consumption of the primary fuel, in Wh/km.',
  ),
  co: emission('EmissionCO', 366.2, 'Carbon monoxide'),
  hcPlusNox: emission('EmissionHCPlusNOX', 56.5, 'Hydrocarbons and nitrogen oxides together'),
  nox: emission('EmissionNOX', 37, 'Nitrogen oxides'),
  particulates: emission('Partikler', 0.00047, 'Particulates'),
  particleFilter: flag('PartikelFilter', 'Has a particle filter.'),
  smokeOpacity: decimal('Roegtaethed', [0, 1000], {example: 0.51}, 'Smoke opacity, as registered.'),
  smokeOpacityRpm: integer(
    'RoegtaethedOmdrejningstal',
    [1, 20_000],
    {example: 2500, unit: 'rpm'},
    'Engine speed of the smoke test.',
  ),
  co2EmissionClass: built(
    Reference,
    ground('KoeretoejMiljoeOplysningStruktur/CO2EmissionKlasseStruktur'),
    {id: '1', name: '1'},
    'CO2 class of a heavy vehicle.',
  ),
  co2ClassReclassificationDate: day(
    'CO2EmissionKlasseOmklassificeringDato',
    '2027-02-01',
    'Date the CO2 class is reviewed.',
  ),
  specificCo2Emission: decimal(
    'SpecifikCO2Emission',
    [0, 100_000],
    {example: 56.6},
    'Specific CO2 emission of a heavy vehicle, as registered.',
  ),
  payloadValue: decimal(
    'Nyttelastvaerdi',
    [0, 100_000],
    {example: 15},
    'Payload value of a heavy vehicle, as registered.',
  ),
  zeroEmissionHeavyVehicle: flag('TungtNulEmissionKoeretoej', 'Is a zero-emission heavy vehicle.'),
} as const;
