import {z} from 'zod';
import {Reference} from '../reference-document.ts';
import {fuelPath} from './engine.ts';
import {built, fieldsBelow, ground} from './field.ts';

const {day, decimal, flag, integer} = fieldsBelow(
  ground('KoeretoejMiljoeOplysningStruktur/KoeretoejMiljoeOplysning'),
);

const emission = (name: string, example: number, substance: string) =>
  decimal(
    name,
    [0, 1e6],
    example,
    `${substance}. The register mixes mg/km and g/km, so the name carries no unit. A 0 in the register means "not measured" and is null, except for vehicles that run only on electricity or hydrogen.`,
  );

/** Emissions, filters and classification. */
export const environmentFields = {
  emissionStandard: built(
    Reference,
    ground('KoeretoejNormStruktur/NormTypeStruktur'),
    {id: '49', name: 'Euro VI'},
    'Emission standard. The register spells some in two ways, such as Euro VI and Euro 6. Many older and electric vehicles have Ingen Norm (none).',
  ),
  measurementNorm: built(
    Reference,
    `${fuelPath}/MaaleNormStruktur`,
    {id: '2', name: 'NEDC-2'},
    'Test cycle in which co2GPerKm, fuelEconomyKmPerL and electricConsumptionWhPerKm were measured: NEDC, NEDC-2 (calculated from WLTP) or WLTP. Null if the register states none, or none of the three values. The fuels of the engine have the values under every norm.',
  ),
  co2GPerKm: built(
    z.number(),
    `${fuelPath}/KoeretoejBraendstofStruktur/KoeretoejMiljoeOplysningCO2Udslip`,
    104,
    'CO2 emission of the primary fuel, the first of the engine, under measurementNorm. A 0 in the register means "not measured" and is null, except for electricity and hydrogen.',
    {unit: 'g/km'},
  ),
  fuelEconomyKmPerL: built(
    z.number(),
    `${fuelPath}/KoeretoejBraendstofStruktur/KoeretoejMotorKmPerLiter`,
    22.4,
    'Distance per litre of the primary fuel, under measurementNorm; for electricity an energy equivalent, usually 60 to 70.',
    {unit: 'km/l'},
  ),
  electricConsumptionWhPerKm: built(
    z.number(),
    `${fuelPath}/KoeretoejElforbrugStruktur/KoeretoejMotorElektriskForbrug`,
    146.3,
    'Electric consumption of the primary fuel, under measurementNorm. Missing for many electric vehicles.',
    {unit: 'Wh/km'},
  ),
  co: emission('EmissionCO', 366.2, 'Carbon monoxide'),
  hcPlusNox: emission('EmissionHCPlusNOX', 56.5, 'Hydrocarbons and nitrogen oxides together'),
  nox: emission('EmissionNOX', 37, 'Nitrogen oxides'),
  particulates: emission('Partikler', 0.00047, 'Particulates'),
  particleFilter: flag('PartikelFilter', 'the vehicle has a particle filter'),
  smokeOpacity: decimal('Roegtaethed', [0, 1000], 0.51, 'Smoke opacity, as registered.'),
  smokeOpacityRpm: integer(
    'RoegtaethedOmdrejningstal',
    [1, 20_000],
    2500,
    'Engine speed of the smoke test. A 0 in the register is null.',
    {unit: 'rpm'},
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
    56.6,
    'Specific CO2 emission of a heavy vehicle, as registered.',
  ),
  payloadValue: decimal(
    'Nyttelastvaerdi',
    [0, 100_000],
    15,
    'Payload value of a heavy vehicle, as registered.',
  ),
  zeroEmissionHeavyVehicle: flag(
    'TungtNulEmissionKoeretoej',
    'it is a zero-emission heavy vehicle',
  ),
} as const;
