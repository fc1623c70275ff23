import {fieldsBelow, ground} from './field.ts';

const {flag, integer} = fieldsBelow(ground('KoeretoejOplysning'));

const kg = (name: string, example: number, description: string) =>
  integer(name, [1, 1_000_000], {unit: 'kg', example}, description);

const axles = (name: string, example: number, description: string) =>
  integer(name, [1, 50], {example}, description);

/** Here 0 is a value, unlike elsewhere. */
const towingWeight = (name: string, example: number, trailer: string) =>
  integer(
    `Tilkoblingsvaegt${name}`,
    [0, 1_000_000],
    {unit: 'kg', example},
    `Largest permitted mass of ${trailer} trailer; 0 if the vehicle may not tow one. If both towing weights are 0 and towBarFitted is true, the register contradicts itself.`,
  );

/** Masses and axles of the vehicle. */
export const massFields = {
  grossWeightKg: kg('TotalVaegt', 1750, 'Permitted gross mass.'),
  unladenWeightKg: kg(
    'EgenVaegt',
    1215,
    'Unladen mass, without fuel and driver. Found mostly on older vehicles; newer ones have the mass in running order.',
  ),
  kerbWeightMinKg: kg(
    'KoereklarVaegtMinimum',
    1332,
    'Mass in running order; the smallest one if kerbWeightMaxKg is given.',
  ),
  kerbWeightMaxKg: kg('KoereklarVaegtMaksimum', 1390, 'Largest mass in running order.'),
  technicalGrossWeightKg: kg('TekniskTotalVaegt', 1750, 'Technically permitted gross mass.'),
  grossCombinationWeightKg: kg(
    'VogntogVaegt',
    2950,
    'Permitted mass of the vehicle with its trailer. A 0 in the register is null.',
  ),
  axleCount: axles('AkselAntal', 2, 'Number of axles.'),
  maxAxleLoadKg: kg(
    'StoersteAkselTryk',
    1050,
    'Largest permitted axle load. It can be that of a bogie.',
  ),
  taxAxleCount: axles(
    'SkatteAkselAntal',
    3,
    'Number of axles of the trailer, for the tax on the combination.',
  ),
  taxAxleLoadKg: kg(
    'SkatteAkselTryk',
    19_000,
    "For the tax on the combination: a trailer's gross mass, or a semi-trailer's axle load.",
  ),
} as const;

/** Trailers that it may tow. */
export const towingFields = {
  towBarFitted: flag(
    'TilkoblingMulighed',
    'Whether a tow bar (coupling device) is fitted. The towing weights apply whether one is fitted or not.',
  ),
  towingWeightUnbrakedKg: towingWeight('UdenBremser', 600, 'an unbraked'),
  towingWeightBrakedKg: towingWeight('MedBremser', 1200, 'a braked'),
  trailerGrossWeightKg: kg(
    'PaahaengVognTotalVaegt',
    24_000,
    'Permitted gross mass of the trailer.',
  ),
  fifthWheelLoadKg: kg('SkammelBelastning', 12_000, 'Permitted load on the fifth wheel.'),
  semiTrailerAxleLoadKg: kg(
    'SaettevognTilladtAkselTryk',
    24_000,
    'Largest permitted axle load of the semi-trailer.',
  ),
} as const;
