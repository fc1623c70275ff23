import {fieldsBelow, ground} from './field.ts';
import {technicalLists} from './technical-lists.ts';
import {massFields, towingFields} from './weights.ts';

const {day, decimal, flag, integer, text, word} = fieldsBelow(ground('KoeretoejOplysning'));

const mm = (name: string, example: number, description: string) =>
  integer(name, [1, 50_000], {unit: 'mm', example}, description);
const count = (
  name: string,
  range: readonly [number, number],
  example: number,
  description: string,
) => integer(name, range, {example}, description);

const vValue = (name: string, how: string) =>
  decimal(
    `VVaerdi${name}`,
    [0, 10_000],
    {example: 0},
    `V value (vertical force on the coupling, UN Regulation No. 55) ${how}, as registered.`,
  );

/** Weights, seating, axles, towing, approval. The register has no length, width or height. */
export const technicalFields = {
  createdFrom: word(
    'OprettetUdFra',
    'CertificateOfConformity',
    'Source of the record: CertificateOfConformity, TypeCertificate, RegistrationInspection, RequestedVehicle or TestPlateOrder.',
  ),
  vinLocation: text(
    'StelNummerAnbringelse',
    'Under passagersæde',
    'Where the VIN is stamped, in Danish.',
  ),
  ...massFields,
  passengerCount: count(
    'PassagerAntal',
    [1, 300],
    1,
    'Number of passengers. Meant for commercial vehicles, and sometimes given for others. A 0 in the register is null.',
  ),
  seatsMin: count(
    'SiddepladserMinimum',
    [1, 300],
    5,
    "Number of seats, including the driver's; the smallest number if seatsMax is given.",
  ),
  seatsMax: count(
    'SiddepladserMaksimum',
    [1, 300],
    5,
    "Largest number of seats, including the driver's.",
  ),
  standingPlacesMin: count(
    'StaapladserMinimum',
    [0, 300],
    0,
    'Smallest number of standing places.',
  ),
  standingPlacesMax: count(
    'StaapladserMaksimum',
    [0, 300],
    0,
    'Largest number of standing places.',
  ),
  ...towingFields,
  topSpeedKmh: integer('MaksimumHastighed', [1, 450], {unit: 'km/h', example: 187}, 'Top speed.'),
  tyresAndRims: text('FaelgDaek', '205/55R16 91H 6.5Jx16/ET50', 'Tyres and rims, as free text.'),
  sidecarVin: text('TilkobletSidevognStelnr', 'SIDE0000003', 'Frame number of the sidecar.'),
  ncapFiveStars: flag(
    'NCAPTest',
    'Whether it passed Euro NCAP with at least five stars. It is also false for vehicles that were not tested, and for some models that have five stars.',
  ),
  vValueAir: vValue('Luft', 'with air suspension'),
  vValueMechanical: vValue('Mekanisk', 'with mechanical suspension'),
  otherEquipment: text(
    'OevrigtUdstyr',
    'Klimaanlæg & Regnsensor',
    'Other equipment, as free text. The register truncates it at about 500 characters.',
  ),
  condition: word(
    'Koeretoejstand',
    'Average',
    'Condition at customs: BelowAverage, Average or AboveAverage.',
  ),
  thirtyPercentVan: flag(
    '30PctVarevogn',
    'Whether the register marks it as a 30 per cent van, a registration tax class.',
  ),
  drivenAxles: text(
    'TraekkendeAksler',
    '1, 2',
    'Positions of the driven axles, counted from the front, as registered, such as "1", "1,2", "1, 2", "1+2" or "12".',
  ),
  suitableForTaxi: flag(
    'EgnetTilTaxi',
    'Whether the vehicle is suitable as a taxi, not whether it is one.',
  ),
  wheelbaseMm: mm('AkselAfstand', 2650, 'Wheelbase.'),
  trackWidthFrontMm: mm('SporviddenForrest', 1565, 'Front track width.'),
  trackWidthRearMm: mm('SporviddenBagest', 1573, 'Rear track width.'),
  typeNotificationNumber: text('TypeAnmeldelseNummer', 'E29999', 'Type notification number.'),
  typeApprovalNumber: text(
    'TypeGodkendelseNummer',
    'e4*2007/46*9999*03',
    'Type approval number, EU or Danish.',
  ),
  euVariant: text('EUVariant', 'A2TEST1', 'Variant of the EU type approval.'),
  euVersion: text('EUVersion', 'FD7FD7TEST01', 'Version of the EU type approval.'),
  euVehicleCategory: text('TypegodkendtKategori', 'M1', 'EU vehicle category: M1, N1, O1, …'),
  gearCount: count('AntalGear', [1, 40], 6, 'Number of gears.'),
  doorCount: count(
    'AntalDoere',
    [1, 9],
    5,
    'Number of doors. It includes the tailgate of some vehicles, but not of others.',
  ),
  manufacturer: text('Fabrikant', 'Prøve & Søn Motors A/S', 'Manufacturer.'),
  airSuspension: flag(
    'VejvenligLuftaffjedring',
    'Whether it has road-friendly air suspension. Not seen in any extract so far.',
  ),
  inServiceDate: day('IbrugtagningDato', '2004-05-01', 'Date it was put into service. Rare.'),
  trafficDamage: flag('Trafikskade', 'Whether it was visibly repaired after major traffic damage.'),
  veteranOriginal: flag(
    'VeteranKoeretoejOriginal',
    'Whether it is a veteran vehicle in original condition.',
  ),
  ...technicalLists,
} as const;
