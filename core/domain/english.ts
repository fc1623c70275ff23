/*
 * English for the register's words. Lists are keyed by the register's wording, not by its numbers: no
 * public list says what all of them mean. A word that is not here is served in Danish.
 */

export type Words = ReadonlyMap<string, string>;

const words = (entries: Record<string, string>): Words => new Map(Object.entries(entries));

export const kindNames = words({
  Personbil: 'Passenger car',
  'Stor personbil': 'Bus',
  Varebil: 'Van',
  Lastbil: 'Truck',
  Påhængsvogn: 'Trailer',
  Sættevogn: 'Semi-trailer',
  Motorcykel: 'Motorcycle',
  Traktor: 'Tractor',
  Traktorpåhængsvogn: 'Tractor trailer',
  Campingvogn: 'Caravan',
  Påhængsredskab: 'Towed implement',
  Motorredskab: 'Motorised implement',
  'Stor knallert': 'Large moped',
  'Lille knallert': 'Small moped',
  Blokvogn: 'Heavy-haul trailer',
  'Motordrevet blokvogn': 'Powered heavy-haul vehicle',
});

export const usageNames = words({
  'Privat personkørsel': 'Private passenger transport',
  Godstransport: 'Goods transport',
  Taxikørsel: 'Taxi',
  Sygetransport: 'Patient transport',
  Ambulancekørsel: 'Ambulance',
  Rutekørsel: 'Scheduled route',
  Rustvognskørsel: 'Hearse',
  'Mandskabs-/Materielkørsel': 'Crew or material transport',
  'Brandsluknings-/redningskørsel': 'Fire or rescue service',
  'Privat buskørsel': 'Private bus',
  Buskørsel: 'Bus',
  'Trækkraft for sættevogn': 'Tractor unit for semi-trailer',
  'Særlig anvendelse': 'Special use',
  'Skov-, land- og havebrugskørsel': 'Forestry, agriculture or horticulture',
  Beboelse: 'Residential',
  Arbejdskørsel: 'Work transport',
  'Godstransport (½ OMS.)': 'Goods transport, half rate',
  'Godstransport erhverv': 'Goods transport, commercial',
  'Godstransport privat/erhverv': 'Goods transport, private or commercial',
  'Godstransport privat': 'Goods transport, private',
  Limousinekørsel: 'Limousine',
  'Kørsel for offentlig myndighed': 'Public authority',
  Beredskabskørsel: 'Emergency preparedness',
  Linjerutefart: 'Scheduled line service',
});

export const colorNames = words({
  Ukendt: 'Unknown',
  Hvid: 'White',
  Grå: 'Grey',
  Sort: 'Black',
  Rød: 'Red',
  Brun: 'Brown',
  Gul: 'Yellow',
  Grøn: 'Green',
  Blå: 'Blue',
  Orange: 'Orange',
  Lilla: 'Purple',
  Violet: 'Violet',
  'Lilla/Violet': 'Purple',
  Sølv: 'Silver',
  Beige: 'Beige',
});

export const fuelNames = words({
  Benzin: 'Petrol',
  Diesel: 'Diesel',
  'F-Gas': 'LPG',
  El: 'Electricity',
  Petroleum: 'Kerosene',
  'N-Gas': 'Natural gas',
  Brint: 'Hydrogen',
  Metanol: 'Methanol',
  Ætanol: 'Ethanol',
});

export const vehicleStatuses = words({
  UnderOprettelse: 'BeingCreated',
  Oprettet: 'Created',
  DelvistOprettet: 'PartlyCreated',
  AdministrativOprettelse: 'AdministrativelyCreated',
  Registreret: 'Registered',
  Afmeldt: 'Deregistered',
  Eksportmarkering: 'MarkedForExport',
  Eksporteret: 'Exported',
  Skrottet: 'Scrapped',
  Slettet: 'Deleted',
  Erklæretafimportør: 'DeclaredByImporter',
  Erklæretafimportørogforhandler: 'DeclaredByImporterAndDealer',
  HarGennemførtRegistreringssyn: 'PassedRegistrationInspection',
  HarGennemfoertRegistreringssyn: 'PassedRegistrationInspection',
});

export const inspectionResults = words({
  Godkendt: 'Approved',
  IkkeGodkendt: 'NotApproved',
  KanGodkendesVedOmsynAfOmsynsvirksomhed: 'ApprovableAfterReinspectionByReinspectionCompany',
  KanGodkendesVedOmsynAfSynsvirksomhed: 'ApprovableAfterReinspectionByInspectionCompany',
  IkkeGodkendtKanGenfremstilles: 'NotApprovedMayBePresentedAgain',
  IkkeFuldstaendigtSyn: 'Incomplete',
});

/** The register's enumerations. No two of them use one word for different things. */
export const enumWords: Words = new Map([
  ...vehicleStatuses,
  ...inspectionResults,
  ...words({
    Registreringssyn: 'RegistrationInspection',
    CocDokument: 'CertificateOfConformity',
    Typeattest: 'TypeCertificate',
    ForespurgtKøretøj: 'RequestedVehicle',
    PrøvemærkeBestilling: 'TestPlateOrder',
    UnderMiddel: 'BelowAverage',
    Middel: 'Average',
    OverMiddel: 'AboveAverage',
    PeriodiskSyn: 'PeriodicInspection',
    KontrolSyn: 'ControlInspection',
    MOT: 'MotInspection',
    RegistreringsSyn: 'RegistrationInspection',
    RegistreringssynToldsyn: 'RegistrationCustomsInspection',
    Aktiv: 'Active',
    Annulleret: 'Cancelled',
    AnnulleretEfterFristForErindringA: 'CancelledAfterReminderDeadline',
  }),
]);

/** Everyday words for kinds of vehicles that the register calls otherwise. */
export const everydayKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ['car', ['Passenger car']],
  ['bil', ['Passenger car']],
  ['lorry', ['Truck']],
  ['motorbike', ['Motorcycle']],
  ['moped', ['Large moped', 'Small moped']],
  ['knallert', ['Large moped', 'Small moped']],
]);

/** The English for `original`, or `original` itself. */
export const inEnglish = (dictionary: Words, original: string): string =>
  dictionary.get(original) ?? original;
