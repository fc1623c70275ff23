import {z} from 'zod';
import {Reference, TranslatedReference} from '../reference-document.ts';
import {built, fieldsBelow, ground} from './field.ts';

const {day, decimal, flag, integer, text, word} = fieldsBelow(ground('KoeretoejOplysning'));

const mm = (name: string, example: number, description: string) =>
  integer(name, [1, 50_000], example, description, {unit: 'mm'});

const vValue = (name: string, how: string) =>
  decimal(
    `VVaerdi${name}`,
    [0, 10_000],
    0,
    `V value (vertical force on the coupling, UN Regulation No. 55) ${how}, as registered.`,
  );

const kg = (name: string, example: number, description: string) =>
  integer(name, [1, 1_000_000], example, description, {unit: 'kg'});

const places = (name: string, least: number, example: number, description: string) =>
  integer(name, [least, 300], example, description);

/** Here 0 is a value, unlike elsewhere. */
const towingWeight = (name: string, example: number, trailer: string) =>
  integer(
    `Tilkoblingsvaegt${name}`,
    [0, 1_000_000],
    example,
    `Largest permitted mass of ${trailer} trailer; 0 if the vehicle may not tow one. If both towing weights are 0 and towBarFitted is true, the register contradicts itself.`,
    {unit: 'kg'},
  );

const equipmentPath = ground(
  'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur',
);
const equipmentElement = (name: string) => `${equipmentPath}/${name}`;

const Equipment = z.object({
  id: built(
    z.string(),
    equipmentElement('KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrTypeNummer'),
    '9901',
    'Identifier in the list of equipment, int64; null if the register gives none.',
  ).nullable(),
  name: built(
    z.string(),
    equipmentElement('KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrTypeNavn'),
    'Airbags',
    'Name in the spelling of the register.',
  ),
  count: built(
    z.int(),
    equipmentElement('KoeretoejUdstyrAntal'),
    6,
    'Number fitted; 1 if the register gives none.',
  ),
});

const permitPath = 'TilladelseSamling/Tilladelse/TilladelseStruktur';

const permitTime = (name: string, description: string) =>
  built(
    z.iso.datetime({offset: true}),
    `${permitPath}/TilladelseGyldig${name}`,
    '2020-03-12T10:21:15.000+01:00',
    description,
  ).nullable();

const Permit = z.object({
  type: built(
    Reference,
    `${permitPath}/TilladelseTypeStruktur`,
    {id: '1', name: 'Synsfri Sammenkobling'},
    'Type of the permit.',
  ),
  validFrom: permitTime('Fra', 'Start of the permit.'),
  validTo: permitTime('Til', 'End of the permit.'),
});

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
  axleCount: integer('AkselAntal', [1, 50], 2, 'Number of axles.'),
  maxAxleLoadKg: kg(
    'StoersteAkselTryk',
    1050,
    'Largest permitted axle load. It can be that of a bogie.',
  ),
  taxAxleCount: integer(
    'SkatteAkselAntal',
    [1, 50],
    3,
    'Number of axles of the trailer, for the tax on the combination.',
  ),
  taxAxleLoadKg: kg(
    'SkatteAkselTryk',
    19_000,
    "For the tax on the combination: a trailer's gross mass, or a semi-trailer's axle load.",
  ),
  passengerCount: places(
    'PassagerAntal',
    1,
    1,
    'Number of passengers. Meant for commercial vehicles, and sometimes given for others. A 0 in the register is null.',
  ),
  seatsMin: places(
    'SiddepladserMinimum',
    1,
    5,
    "Number of seats, including the driver's; the smallest number if seatsMax is given.",
  ),
  seatsMax: places(
    'SiddepladserMaksimum',
    1,
    5,
    "Largest number of seats, including the driver's.",
  ),
  standingPlacesMin: places('StaapladserMinimum', 0, 0, 'Smallest number of standing places.'),
  standingPlacesMax: places('StaapladserMaksimum', 0, 0, 'Largest number of standing places.'),
  towBarFitted: flag(
    'TilkoblingMulighed',
    'a tow bar (coupling device) is fitted. The towing weights apply whether one is fitted or not',
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
  topSpeedKmh: integer('MaksimumHastighed', [1, 450], 187, 'Top speed.', {unit: 'km/h'}),
  tyresAndRims: text('FaelgDaek', '205/55R16 91H 6.5Jx16/ET50', 'Tyres and rims, as free text.'),
  sidecarVin: text('TilkobletSidevognStelnr', 'SIDE0000003', 'Frame number of the sidecar.'),
  ncapFiveStars: flag(
    'NCAPTest',
    'it passed Euro NCAP with at least five stars. It is also false for vehicles that were not tested, and for some models that have five stars',
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
    'the register marks it as a 30 per cent van, a registration tax class',
  ),
  drivenAxles: text(
    'TraekkendeAksler',
    '1, 2',
    'Positions of the driven axles, counted from the front, as registered, such as "1", "1,2", "1, 2", "1+2" or "12".',
  ),
  suitableForTaxi: flag('EgnetTilTaxi', 'the vehicle is suitable as a taxi, not whether it is one'),
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
  gearCount: integer('AntalGear', [1, 40], 6, 'Number of gears.'),
  doorCount: integer(
    'AntalDoere',
    [1, 9],
    5,
    'Number of doors. It includes the tailgate of some vehicles, but not of others.',
  ),
  manufacturer: text('Fabrikant', 'Prøve & Søn Motors A/S', 'Manufacturer.'),
  airSuspension: flag(
    'VejvenligLuftaffjedring',
    'it has road-friendly air suspension. Not seen in any extract so far',
  ),
  inServiceDate: day('IbrugtagningDato', '2004-05-01', 'Date it was put into service. Rare.'),
  trafficDamage: flag('Trafikskade', 'it was visibly repaired after major traffic damage'),
  veteranOriginal: flag(
    'VeteranKoeretoejOriginal',
    'it is a veteran vehicle in original condition',
  ),
  usages: built(
    z.array(TranslatedReference),
    'KoeretoejAnvendelseSamlingStruktur/KoeretoejAnvendelseSamling/KoeretoejAnvendelseStruktur',
    [{id: '40', name: 'Goods transport, commercial', originalName: 'Godstransport erhverv'}],
    'All usages, if the register lists any besides the primary one; usually empty.',
  ),
  supplementaryBodyTypes: built(
    z.array(Reference),
    ground(
      'KoeretoejSupplerendeKarrosseriSamlingStruktur/KoeretoejSupplerendeKarrosseriSamling/KoeretoejSupplerendeKarrosseriTypeStruktur',
    ),
    [{id: '61', name: 'Lukket kasse'}],
    'Supplementary body types, such as a closed box.',
  ),
  equipment: built(
    z.array(Equipment),
    equipmentPath,
    [{id: '9901', name: 'Airbags', count: 6}],
    'Fitted equipment. Entries with a count of 0 in the register (requested, not fitted) are omitted.',
  ),
  permits: built(
    z.array(Permit),
    permitPath,
    [
      {
        type: {id: '1', name: 'Synsfri Sammenkobling'},
        validFrom: '2020-03-12T10:21:15.000+01:00',
        validTo: null,
      },
    ],
    'Permits with type and period. Their comments can contain personal data and are never stored.',
  ),
  blockingReasons: built(
    z.array(Reference),
    ground(
      'KoeretoejBlokeringAarsagListeStruktur/KoeretoejBlokeringAarsagListe/KoeretoejBlokeringAarsag',
    ),
    [{id: '3', name: 'Totalskadet køretøj'}],
    'Reasons why the vehicle is blocked, such as a write-off. There can be several.',
  ),
} as const;
