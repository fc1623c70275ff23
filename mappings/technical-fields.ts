import {z} from 'zod';
import {built, day, decimal, flag, integer, text, word} from './field.ts';
import {Reference, TranslatedReference} from './reference.ts';

const ground = (name: string) => `KoeretoejOplysningGrundStruktur/${name}`;
const detail = (name: string) => ground(`KoeretoejOplysning${name}`);

const kg = (name: string, example: number, description: string) =>
  integer(detail(name), [1, 1_000_000], {unit: 'kg', example}, description);
const mm = (name: string, example: number, description: string) =>
  integer(detail(name), [1, 50_000], {unit: 'mm', example}, description);
const count = (
  name: string,
  range: readonly [number, number],
  example: number,
  description: string,
) => integer(detail(name), range, {example}, description);

const Equipment = z.object({
  id: z.string().nullable().meta({description: 'Identifier in the list of equipment, int64.'}),
  name: z.string().meta({description: 'Name, as the register has it.'}),
  count: z.int().meta({description: 'How many are fitted.'}),
});

const moment = z.iso.datetime({offset: true}).nullable();

const Permit = z.object({
  type: Reference.meta({description: 'What is permitted.'}),
  validFrom: moment.meta({description: 'When it began.'}),
  validTo: moment.meta({description: 'When it ends.'}),
});

/** Weights, seating, axles, towing, approval. The register has no length, width or height. */
export const technicalFields = {
  createdFrom: word(
    detail('OprettetUdFra'),
    'CertificateOfConformity',
    'What the record was created from.',
  ),
  vinLocation: text(detail('StelNummerAnbringelse'), 'Under passagersæde', 'Where the VIN stands.'),
  grossWeightKg: kg('TotalVaegt', 1750, 'Permitted gross mass.'),
  unladenWeightKg: kg('EgenVaegt', 1215, 'Unladen mass, without fuel and driver.'),
  kerbWeightMinKg: kg('KoereklarVaegtMinimum', 1332, 'Least mass in running order.'),
  kerbWeightMaxKg: kg('KoereklarVaegtMaksimum', 1390, 'Highest mass in running order.'),
  technicalGrossWeightKg: kg('TekniskTotalVaegt', 1750, 'Technically permitted gross mass.'),
  grossCombinationWeightKg: kg('VogntogVaegt', 2950, 'Permitted mass of the combination.'),
  axleCount: count('AkselAntal', [1, 50], 2, 'Axles.'),
  maxAxleLoadKg: kg('StoersteAkselTryk', 1050, 'Highest axle load.'),
  taxAxleCount: count('SkatteAkselAntal', [1, 50], 3, 'Axles for the weight tax.'),
  taxAxleLoadKg: kg('SkatteAkselTryk', 19_000, 'Axle load for the weight tax.'),
  passengerCount: count('PassagerAntal', [1, 300], 1, 'Passengers beside the driver.'),
  seatsMin: count('SiddepladserMinimum', [1, 300], 5, 'Least number of seats.'),
  seatsMax: count('SiddepladserMaksimum', [1, 300], 5, 'Highest number of seats.'),
  standingPlacesMin: count('StaapladserMinimum', [0, 300], 0, 'Least number of standing places.'),
  standingPlacesMax: count(
    'StaapladserMaksimum',
    [0, 300],
    0,
    'Highest number of standing places.',
  ),
  towingPossible: flag(detail('TilkoblingMulighed'), 'May tow.'),
  towingWeightUnbrakedKg: kg('TilkoblingsvaegtUdenBremser', 600, 'Unbraked trailer it may tow.'),
  towingWeightBrakedKg: kg('TilkoblingsvaegtMedBremser', 1200, 'Braked trailer it may tow.'),
  trailerGrossWeightKg: kg(
    'PaahaengVognTotalVaegt',
    24_000,
    'Permitted gross mass of the trailer.',
  ),
  fifthWheelLoadKg: kg('SkammelBelastning', 12_000, 'Load on the fifth wheel.'),
  semiTrailerAxleLoadKg: kg('SaettevognTilladtAkselTryk', 24_000, 'Axle load of the semi-trailer.'),
  topSpeedKmh: integer(
    detail('MaksimumHastighed'),
    [1, 450],
    {unit: 'km/h', example: 187},
    'Top speed.',
  ),
  tyresAndRims: text(detail('FaelgDaek'), '205/55R16 91H 6.5Jx16/ET50', 'Tyres and rims.'),
  sidecarVin: text(
    detail('TilkobletSidevognStelnr'),
    'SIDE0000003',
    'Frame number of the sidecar.',
  ),
  ncapTested: flag(detail('NCAPTest'), 'Tested by Euro NCAP.'),
  vValueAir: decimal(detail('VVaerdiLuft'), [0, 10_000], {example: 0}, 'V value, air suspension.'),
  vValueMechanical: decimal(
    detail('VVaerdiMekanisk'),
    [0, 10_000],
    {example: 0},
    'V value, mechanical suspension.',
  ),
  otherEquipment: text(
    detail('OevrigtUdstyr'),
    'Klimaanlæg & Regnsensor',
    'Other equipment, cut at about 500 characters by the register.',
  ),
  condition: word(
    detail('Koeretoejstand'),
    'Average',
    'Condition at customs: BelowAverage, Average or AboveAverage.',
  ),
  thirtyPercentVan: flag(detail('30PctVarevogn'), 'Taxed as a 30 per cent van.'),
  drivenAxles: text(
    detail('TraekkendeAksler'),
    '1, 2',
    'Positions of the driven axles, as registered.',
  ),
  suitableForTaxi: flag(detail('EgnetTilTaxi'), 'Approved for use as a taxi; not that it is one.'),
  wheelbaseMm: mm('AkselAfstand', 2650, 'Wheelbase.'),
  trackWidthFrontMm: mm('SporviddenForrest', 1565, 'Track width in front.'),
  trackWidthRearMm: mm('SporviddenBagest', 1573, 'Track width at the rear.'),
  typeNotificationNumber: text(
    detail('TypeAnmeldelseNummer'),
    'E29999',
    'Type notification number.',
  ),
  typeApprovalNumber: text(
    detail('TypeGodkendelseNummer'),
    'e4*2007/46*9999*03',
    'EU type approval number.',
  ),
  euVariant: text(detail('EUVariant'), 'A2TEST1', 'EU variant of the type approval.'),
  euVersion: text(detail('EUVersion'), 'FD7FD7TEST01', 'EU version of the type approval.'),
  euVehicleCategory: text(detail('TypegodkendtKategori'), 'M1', 'EU vehicle category.'),
  gearCount: count('AntalGear', [1, 40], 6, 'Gears.'),
  doorCount: count('AntalDoere', [1, 9], 5, 'Doors.'),
  manufacturer: text(detail('Fabrikant'), 'Prøve & Søn Motors A/S', 'Manufacturer.'),
  airSuspension: flag(detail('VejvenligLuftaffjedring'), 'Has road-friendly air suspension.'),
  inServiceDate: day(detail('IbrugtagningDato'), '2004-05-01', 'Day it was put into service.'),
  trafficDamage: flag(detail('Trafikskade'), 'Has been damaged in traffic, in a narrow sense.'),
  veteranOriginal: flag(detail('VeteranKoeretoejOriginal'), 'Is an original veteran vehicle.'),
  usages: built(
    z.array(TranslatedReference),
    'KoeretoejAnvendelseSamlingStruktur/KoeretoejAnvendelseSamling/KoeretoejAnvendelseStruktur',
    [{id: '40', name: 'Goods transport, commercial', originalName: 'Godstransport erhverv'}],
    'All usages, where the vehicle has more than the primary one.',
  ),
  supplementaryBodyTypes: built(
    z.array(Reference),
    ground(
      'KoeretoejSupplerendeKarrosseriSamlingStruktur/KoeretoejSupplerendeKarrosseriSamling/KoeretoejSupplerendeKarrosseriTypeStruktur',
    ),
    [{id: '61', name: 'Lukket kasse'}],
    'Supplementary body types.',
  ),
  equipment: built(
    z.array(Equipment),
    ground('KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur'),
    [{id: '9901', name: 'Airbags', count: 6}],
    'Equipment that is fitted. Entries the register counts as 0 (asked for, not fitted) are left out.',
  ),
  permits: built(
    z.array(Permit),
    'TilladelseSamling/Tilladelse/TilladelseStruktur',
    [
      {
        type: {id: '1', name: 'Synsfri Sammenkobling'},
        validFrom: '2020-03-12T10:21:15.000+01:00',
        validTo: null,
      },
    ],
    'Permits: type and period. Comments can hold personal data and are never stored.',
  ),
  blockingReasons: built(
    z.array(Reference),
    ground(
      'KoeretoejBlokeringAarsagListeStruktur/KoeretoejBlokeringAarsagListe/KoeretoejBlokeringAarsag',
    ),
    [{id: '3', name: 'Totalskadet køretøj'}],
    'Why the vehicle is blocked.',
  ),
} as const;
