import {fieldsBelow, ground} from './field.ts';
import {technicalLists} from './technical-lists.ts';

const {day, decimal, flag, integer, text, word} = fieldsBelow(ground('KoeretoejOplysning'));

const kg = (name: string, example: number, description: string) =>
  integer(name, [1, 1_000_000], {unit: 'kg', example}, description);
const mm = (name: string, example: number, description: string) =>
  integer(name, [1, 50_000], {unit: 'mm', example}, description);
const count = (
  name: string,
  range: readonly [number, number],
  example: number,
  description: string,
) => integer(name, range, {example}, description);

/** Weights, seating, axles, towing, approval. The register has no length, width or height. */
export const technicalFields = {
  createdFrom: word('OprettetUdFra', 'CertificateOfConformity', 'Source of the record.'),
  vinLocation: text('StelNummerAnbringelse', 'Under passagersæde', 'Position of the VIN.'),
  grossWeightKg: kg('TotalVaegt', 1750, 'Permitted gross mass.'),
  unladenWeightKg: kg('EgenVaegt', 1215, 'Unladen mass, without fuel and driver.'),
  kerbWeightMinKg: kg('KoereklarVaegtMinimum', 1332, 'Minimum mass in running order.'),
  kerbWeightMaxKg: kg('KoereklarVaegtMaksimum', 1390, 'Maximum mass in running order.'),
  technicalGrossWeightKg: kg('TekniskTotalVaegt', 1750, 'Technically permitted gross mass.'),
  grossCombinationWeightKg: kg('VogntogVaegt', 2950, 'Permitted mass of the vehicle combination.'),
  axleCount: count('AkselAntal', [1, 50], 2, 'Number of axles.'),
  maxAxleLoadKg: kg('StoersteAkselTryk', 1050, 'Maximum axle load.'),
  taxAxleCount: count('SkatteAkselAntal', [1, 50], 3, 'Number of axles for the weight tax.'),
  taxAxleLoadKg: kg('SkatteAkselTryk', 19_000, 'Axle load for the weight tax.'),
  passengerCount: count('PassagerAntal', [1, 300], 1, 'Passengers besides the driver.'),
  seatsMin: count('SiddepladserMinimum', [1, 300], 5, 'Minimum number of seats.'),
  seatsMax: count('SiddepladserMaksimum', [1, 300], 5, 'Maximum number of seats.'),
  standingPlacesMin: count('StaapladserMinimum', [0, 300], 0, 'Minimum standing places.'),
  standingPlacesMax: count('StaapladserMaksimum', [0, 300], 0, 'Maximum standing places.'),
  towingPossible: flag('TilkoblingMulighed', 'May tow.'),
  towingWeightUnbrakedKg: kg('TilkoblingsvaegtUdenBremser', 600, 'Maximum unbraked trailer mass.'),
  towingWeightBrakedKg: kg('TilkoblingsvaegtMedBremser', 1200, 'Maximum braked trailer mass.'),
  trailerGrossWeightKg: kg('PaahaengVognTotalVaegt', 24_000, 'Permitted gross trailer mass.'),
  fifthWheelLoadKg: kg('SkammelBelastning', 12_000, 'Permitted load on the fifth wheel.'),
  semiTrailerAxleLoadKg: kg('SaettevognTilladtAkselTryk', 24_000, 'Semi-trailer axle load.'),
  topSpeedKmh: integer('MaksimumHastighed', [1, 450], {unit: 'km/h', example: 187}, 'Top speed.'),
  tyresAndRims: text('FaelgDaek', '205/55R16 91H 6.5Jx16/ET50', 'Tyres and rims.'),
  sidecarVin: text('TilkobletSidevognStelnr', 'SIDE0000003', 'Frame number of its sidecar.'),
  ncapTested: flag('NCAPTest', 'Has been tested by Euro NCAP.'),
  vValueAir: decimal('VVaerdiLuft', [0, 10_000], {example: 0}, 'V value, air suspension.'),
  vValueMechanical: decimal(
    'VVaerdiMekanisk',
    [0, 10_000],
    {example: 0},
    'V value, mechanical suspension.',
  ),
  otherEquipment: text(
    'OevrigtUdstyr',
    'Klimaanlæg & Regnsensor',
    'Other equipment. The register truncates it at about 500 characters.',
  ),
  condition: word(
    'Koeretoejstand',
    'Average',
    'Condition at customs: BelowAverage, Average or AboveAverage.',
  ),
  thirtyPercentVan: flag('30PctVarevogn', 'Is taxed as a 30 per cent van.'),
  drivenAxles: text('TraekkendeAksler', '1, 2', 'Positions of the driven axles.'),
  suitableForTaxi: flag('EgnetTilTaxi', 'Is approved for taxi use, not necessarily a taxi.'),
  wheelbaseMm: mm('AkselAfstand', 2650, 'Wheelbase.'),
  trackWidthFrontMm: mm('SporviddenForrest', 1565, 'Front track width.'),
  trackWidthRearMm: mm('SporviddenBagest', 1573, 'Rear track width.'),
  typeNotificationNumber: text('TypeAnmeldelseNummer', 'E29999', 'Type notification number.'),
  typeApprovalNumber: text(
    'TypeGodkendelseNummer',
    'e4*2007/46*9999*03',
    'EU type approval number.',
  ),
  euVariant: text('EUVariant', 'A2TEST1', 'EU variant of the type approval.'),
  euVersion: text('EUVersion', 'FD7FD7TEST01', 'EU version of the type approval.'),
  euVehicleCategory: text('TypegodkendtKategori', 'M1', 'EU vehicle category.'),
  gearCount: count('AntalGear', [1, 40], 6, 'Number of gears.'),
  doorCount: count('AntalDoere', [1, 9], 5, 'Number of doors.'),
  manufacturer: text('Fabrikant', 'Prøve & Søn Motors A/S', 'Manufacturer.'),
  airSuspension: flag('VejvenligLuftaffjedring', 'Has road-friendly air suspension.'),
  inServiceDate: day('IbrugtagningDato', '2004-05-01', 'Date it was put into service.'),
  trafficDamage: flag(
    'Trafikskade',
    'Has been damaged in traffic, in the narrow sense of the register.',
  ),
  veteranOriginal: flag('VeteranKoeretoejOriginal', 'Is an original veteran vehicle.'),
  ...technicalLists,
} as const;
